import { type CSSProperties, type FocusEvent, useState } from 'react'
import { useStore } from 'zustand'
import { cueIndex, cuesOf, type PictureLayout, type PlacedCaption, SAFE_ZONES, zonesFor } from '../../model/index.ts'
import { useContrastCheck } from '../contrast/use-contrast-check.ts'
import { useEditor, useMayEdit, useOpenEditor } from '../store/editor-context.ts'
import type { TimelineSource } from '../timeline/timeline-media.ts'
import { CaptionField } from './caption-field.tsx'
import { CaptionFrame } from './caption-frame.tsx'
import type { PictureStore } from './picture-store.ts'
import { scopeOf } from './move-captions.ts'
import { SelectionBar } from './selection-bar.tsx'
import { type ShownGuides, useCaptionMoves } from './use-caption-moves.ts'
import { useCaptionOnScreen } from './use-caption-on-screen.ts'
import { useCoveredCaptions } from './use-covered-captions.ts'
import { useZoneCheck } from './use-zone-check.ts'
import { ZoneMenu } from './zone-menu.tsx'
import { ZoneOverlay } from './zone-overlay.tsx'
import './picture.css'

type OverlayProps = {
  readonly picture: PictureStore
  /** Where the captions stand. While a style is tried, that of the last paint. */
  readonly layout: PictureLayout
  readonly size: CSSProperties
  /** The video whose pictures are behind the captions. */
  readonly film: TimelineSource | undefined
}

/** Editing on the picture: the caption on screen as something to drag, and the safe zones of apps. */
export function PictureOverlay({ picture, layout, size, film }: OverlayProps) {
  const { frame } = layout
  const zoneId = useStore(picture, (state) => state.zone)
  const zone = zonesFor(SAFE_ZONES, frame).find(({ id }) => id === zoneId)
  const check = useZoneCheck(layout, zone)
  useCoveredCaptions({ zone, check, frame })
  useContrastCheck(layout, film)
  return (
    <>
      {zone !== undefined && (
        <div data-theme="dark" className="picture-layer overflow-hidden rounded-lg" style={size}>
          <ZoneOverlay zone={zone} frame={frame} />
        </div>
      )}
      <CaptionOnScreen picture={picture} layout={layout} size={size} covered={check?.covered} />
      <ZoneMenu picture={picture} zone={zone} check={check} frame={frame} />
    </>
  )
}

type OnScreenProps = Omit<OverlayProps, 'film'> & {
  /** The captions that run into the safe zone on screen. */
  readonly covered: readonly { readonly cueId: string }[] | undefined
}

/** On its own: another caption on screen renders nothing else again. */
function CaptionOnScreen({ picture, layout, size, covered }: OnScreenProps) {
  const mayEdit = useMayEdit()
  const caption = useCaptionOnScreen(layout)
  if (!mayEdit || caption === undefined) return null
  const isCovered = covered?.some(({ cueId }) => cueId === caption.cueId) ?? false
  return <EditableCaption picture={picture} frame={layout.frame} size={size} caption={caption} isCovered={isCovered} />
}

type EditableProps = Pick<OverlayProps, 'picture' | 'size'> & {
  readonly frame: PictureLayout['frame']
  readonly caption: PlacedCaption
  readonly isCovered: boolean
}

function EditableCaption({ picture, frame, size, caption, isCovered }: EditableProps) {
  const { player } = useOpenEditor()
  const [isSelected, select] = useState(false)
  const [editedId, editCaption] = useState<string | null>(null)
  const chosen = useStore(picture, (state) => state.scope)
  const scope = useEditor(({ doc }) => scopeOf(doc, caption.cueId, chosen))
  const moved = { caption, frame, scope }
  const moves = useCaptionMoves(picture, moved)
  const edited = useEditor(({ doc }) => (editedId === null ? undefined : cuesOf(doc)[cueIndex(doc, editedId)]))

  function startEditing() {
    player.pause()
    moves.keep()
    editCaption(caption.cueId)
  }

  function leave({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
    moves.keep()
    select(false)
  }

  return (
    <div className="contents" onFocus={() => select(true)} onBlur={leave}>
      <div
        data-picture
        // The picture is dark in either theme.
        data-theme="dark"
        className="picture-layer"
        style={size}
      >
        <GuideLines guides={moves.guides} frame={frame} />
        {edited === undefined || editedId !== caption.cueId ? (
          <CaptionFrame
            moved={moved}
            moves={moves}
            isSelected={isSelected}
            isCovered={isCovered}
            onEdit={startEditing}
          />
        ) : (
          <CaptionField key={edited.id} moved={moved} cue={edited} onEnd={() => editCaption(null)} />
        )}
      </div>
      {isSelected && editedId === null && <SelectionBar picture={picture} moved={moved} onEdit={startEditing} />}
    </div>
  )
}

/** The lines that a dragged caption lines up with. */
function GuideLines({ guides: { x, y }, frame }: { guides: ShownGuides; frame: PictureLayout['frame'] }) {
  return (
    <>
      {x !== undefined && (
        <div data-guide="x" className={`${GUIDE} inset-y-0 w-px`} style={{ left: `${(100 * x) / frame.width}%` }} />
      )}
      {y !== undefined && (
        <div data-guide="y" className={`${GUIDE} inset-x-0 h-px`} style={{ top: `${(100 * y) / frame.height}%` }} />
      )}
    </>
  )
}

const GUIDE = 'absolute bg-accent'
