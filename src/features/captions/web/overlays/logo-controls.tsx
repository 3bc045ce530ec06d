import { RotateCcw } from 'lucide-react'
import { AnchorGrid } from '#ui/anchor-grid.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Slider } from '#ui/slider.tsx'
import { Switch } from '#ui/switch.tsx'
import type { Overlays } from '../../model/index.ts'
import { useEditorBrand } from '../store/editor-brand.ts'
import { useEditor } from '../store/editor-context.ts'
import { LengthNote } from '../style/length-note.tsx'
import { TimeField } from '../times/time-field.tsx'
import { useOverlayDraft } from './use-overlay-draft.ts'

type Logo = NonNullable<Overlays['logo']>

/** The logo of the video: which one, where, how large and when. */
export function LogoControls() {
  const { logos, kitLogo, logoPicker } = useEditorBrand()
  const { value, change, set } = useOverlayDraft('logo')
  const first = kitLogo !== null && logos?.includes(kitLogo.assetId) ? kitLogo : newLogo(logos?.[0])
  const isMissing = value !== null && logos !== null && !logos.includes(value.assetId)
  const choose = (assetId: string) => (value === null ? set({ ...(kitLogo ?? FIRST), assetId }) : change({ assetId }))
  const picker = logoPicker?.({ value: value?.assetId ?? null, onChange: choose })
  return (
    <>
      <Switch
        label="Logo"
        hint={
          first === null && value === null
            ? 'Add one, and it appears on the video'
            : 'In a corner, throughout the video'
        }
        disabled={first === null && value === null}
        checked={value !== null}
        onChange={(on) => set(on ? first : null)}
      />
      {isMissing && (
        <Notice tone="warning" title="This logo is missing">
          It was removed from the brand kit, and the video is drawn without it. Choose another one, or switch the logo
          off.
        </Notice>
      )}
      {(value !== null || first === null) && picker}
      {value !== null && (
        <>
          <Placement value={value} onChange={change} />
          <Times value={value} onChange={change} />
          <Button
            size="sm"
            variant="ghost"
            icon={<RotateCcw />}
            className="justify-self-start"
            onClick={() => change({ ...FIRST, ...kitLogo, assetId: value.assetId, place: undefined })}
          >
            Reset place and size
          </Button>
        </>
      )}
    </>
  )
}

type PartProps = { readonly value: Logo; onChange(changed: Partial<Logo>): void }

function Placement({ value, onChange }: PartProps) {
  const { anchor = FIRST.anchor, size = FIRST.size, margin = FIRST.margin, opacity = FIRST.opacity } = value
  return (
    <>
      <AnchorGrid
        label="Place"
        value={anchor}
        // A place that was set by hand would override it.
        onChange={(chosen) => onChange({ anchor: chosen, place: undefined })}
      />
      <LengthNote whole={SHORTER_SIDE} />
      <Slider
        label="Size"
        unit="%"
        spokenUnit={`% of ${SHORTER_SIDE}`}
        min={5}
        max={100}
        value={percent(size)}
        onChange={(to) => onChange({ size: to / 100 })}
      />
      <Slider
        label="Distance from the edge"
        unit="%"
        spokenUnit={`% of ${SHORTER_SIDE}`}
        min={0}
        max={25}
        value={percent(margin)}
        onChange={(to) => onChange({ margin: to / 100 })}
      />
      <Slider
        label="Opacity"
        unit="%"
        min={5}
        max={100}
        value={percent(opacity)}
        onChange={(to) => onChange({ opacity: to / 100 })}
      />
    </>
  )
}

function Times({ value, onChange }: PartProps) {
  const durMs = useEditor(({ doc }) => doc.media.durMs)
  const { t0 = 0, t1 = durMs } = value
  const isTimed = value.t0 !== undefined || value.t1 !== undefined
  return (
    <>
      <Switch
        label="Only for a part of the video"
        checked={isTimed}
        onChange={(on) => onChange(on ? { t0: 0, t1: Math.max(SHORTEST_MS, durMs) } : { t0: undefined, t1: undefined })}
      />
      {isTimed && (
        <div className="grid grid-cols-2 gap-3">
          <TimeField
            label="From"
            value={t0}
            onSave={(from) => onChange({ t0: from, t1: Math.max(t1, from + SHORTEST_MS) })}
          />
          <TimeField
            label="To"
            value={t1}
            onSave={(to) =>
              onChange({ t1: Math.max(to, SHORTEST_MS), t0: Math.max(0, Math.min(t0, to - SHORTEST_MS)) })
            }
          />
        </div>
      )}
    </>
  )
}

function newLogo(assetId: string | undefined): Logo | null {
  return assetId === undefined ? null : { ...FIRST, assetId }
}

function percent(share: number): number {
  return Math.round(share * 100)
}

const SHORTEST_MS = 100
const SHORTER_SIDE = 'the video’s shorter side'
const FIRST = { anchor: 'top-right', size: 0.2, margin: 0.05, opacity: 1 } as const
