import { type CSSProperties, type KeyboardEvent, type PointerEvent, useId } from 'react'
import { formatPercent } from '#platform/shared/format/numbers.ts'
import type { Rect } from '#platform/shared/rect.ts'
import { cueIndex, cuesOf, type PictureSize, quoteText } from '../../model/index.ts'
import { useEditorAfterPaint } from '../store/use-after-paint.ts'
import type { Moved } from './move-captions.ts'
import { captionText } from './rewrite-caption.ts'
import type { useCaptionMoves } from './use-caption-moves.ts'

type FrameProps = {
  readonly moved: Moved
  readonly moves: ReturnType<typeof useCaptionMoves>
  readonly isSelected: boolean
  /** Whether it runs into the safe zone on screen. */
  readonly isCovered: boolean
  onEdit(): void
}

/** The frame around the caption on screen: drag it, resize it by its sides, or use the keys. */
export function CaptionFrame({ moved, moves, isSelected, isCovered, onEdit }: FrameProps) {
  const { caption, frame } = moved
  const hintId = useId()
  // Its name follows once the edited word is painted.
  const doc = useEditorAfterPaint((state) => state.doc)
  const cue = cuesOf(doc)[cueIndex(doc, caption.cueId)]
  const text = cue === undefined ? '' : captionText(doc, cue).replaceAll('\n', ' ')
  const { x, y } = caption.anchor
  const place = `position ${formatPercent(x / frame.width)} across, ${formatPercent(y / frame.height)} down`

  function keyed(event: KeyboardEvent<HTMLElement>) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === 'F2') onEdit()
    else if (event.key === 'Delete' || event.key === 'Backspace') moves.reset()
    else if (event.key === 'Escape') event.currentTarget.blur()
    else if (!moves.moveByKey(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- no role stands for a movable object */}
      <div
        role="group"
        aria-label={`Caption ${quoteText(text)}, ${place}`}
        aria-describedby={hintId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a caption is moved and edited by keys
        tabIndex={0}
        onPointerDown={moves.dragCaption}
        onDoubleClick={onEdit}
        onKeyDown={keyed}
        style={percentOf(caption.box, frame)}
        data-selected={isSelected || undefined}
        data-covered={isCovered || undefined}
        className="picture-caption pointer-events-auto rounded-sm"
      >
        <SideHandle moved={moved} moves={moves} isSelected={isSelected} side={-1} />
        <SideHandle moved={moved} moves={moves} isSelected={isSelected} side={1} />
      </div>
      <p id={hintId} hidden>
        Arrow keys move it, Enter edits its text, Delete resets its place.
      </p>
      {/* A label that changes on the focused element is not read again. */}
      <p className="sr-only" aria-live="polite">
        {isSelected ? place : ''}
      </p>
    </>
  )
}

type HandleProps = Pick<FrameProps, 'moved' | 'moves' | 'isSelected'> & { readonly side: -1 | 1 }

/** A handle that sets the maximum line width; one of the two is a slider for keys. */
function SideHandle({ moved: { caption, frame }, moves, isSelected, side }: HandleProps) {
  const share = caption.maxWidth / frame.width
  const forKeys = side === 1 && isSelected
  function keyed(event: KeyboardEvent<HTMLElement>) {
    if (!moves.resizeByKey(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      {...(forKeys && {
        role: 'slider',
        tabIndex: 0,
        'aria-label': 'Maximum caption width',
        'aria-valuenow': Math.round(share * 100),
        'aria-valuemin': 5,
        'aria-valuemax': 100,
        'aria-valuetext': formatPercent(share),
        onKeyDown: keyed,
      })}
      onPointerDown={(event: PointerEvent<HTMLElement>) => moves.dragSide(event, side)}
      data-side={side === -1 ? 'start' : 'end'}
      className="picture-handle rounded-full"
    />
  )
}

/** A rectangle of the frame as a part of the picture. */
export function percentOf({ x0, y0, x1, y1 }: Rect, { width, height }: PictureSize): CSSProperties {
  return {
    left: `${(100 * x0) / width}%`,
    top: `${(100 * y0) / height}%`,
    width: `${(100 * (x1 - x0)) / width}%`,
    height: `${(100 * (y1 - y0)) / height}%`,
  }
}
