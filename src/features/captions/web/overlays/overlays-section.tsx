import { useSwatches } from '../store/editor-brand.ts'
import { ColorField } from '#ui/color-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Slider } from '#ui/slider.tsx'
import { Switch } from '#ui/switch.tsx'
import { newKitText, textCommands } from '../../model/index.ts'
import { useActions, useOpenEditor } from '../store/editor-context.ts'
import { TimeField } from '../times/time-field.tsx'
import { LengthNote, WHOLES } from '../style/length-note.tsx'
import { LogoControls } from './logo-controls.tsx'
import { OverlayText } from './overlay-text.tsx'
import { useOverlayDraft } from './use-overlay-draft.ts'

/** Title, progress bar, closing card and logo of the video. */
export function OverlaysSection() {
  return (
    <section aria-label="Title and end" className="grid gap-4 border-t border-border pt-5">
      <h2 className="text-lg">Title and end</h2>
      <TitleControls />
      <BarControls />
      <ClosingControls />
      <div className={PART}>
        <LogoControls />
      </div>
    </section>
  )
}

const PART = 'grid gap-4 border-b border-border pb-4 last:border-b-0 last:pb-0'

function TitleControls() {
  const { store, player } = useOpenEditor()
  const { edit } = useActions()
  const { value, look, change, set } = useOverlayDraft('title')
  const start = () => {
    const { doc } = store.getState()
    const first = { text: 'Your title', t0: 0, t1: Math.min(TITLE_MS, Math.max(1, doc.media.durMs)) }
    edit(textCommands('title', newKitText(doc, 'title', first)))
    player.seek(0)
  }
  return (
    <div className={PART}>
      <Switch
        label="Title"
        hint="A hook over the first seconds"
        checked={value !== null}
        onChange={(on) => (on ? start() : set(null))}
      />
      {value !== null && (
        <>
          <OverlayText name="title" value={value} look={look} onChange={change} />
          <div className="grid grid-cols-2 gap-3">
            <TimeField
              label="From"
              value={value.t0}
              onSave={(t0) => change({ t0, t1: Math.max(value.t1, t0 + SHORTEST_MS) })}
            />
            <TimeField
              label="To"
              value={value.t1}
              onSave={(t1) =>
                change({ t1: Math.max(t1, SHORTEST_MS), t0: Math.max(0, Math.min(value.t0, t1 - SHORTEST_MS)) })
              }
            />
          </div>
        </>
      )}
    </div>
  )
}

function BarControls() {
  const swatches = useSwatches()
  const { value, change, set } = useOverlayDraft('progress')
  return (
    <div className={PART}>
      <Switch
        label="Progress bar"
        hint="Grows as the video plays"
        checked={value !== null}
        onChange={(on) => set(on ? FIRST_BAR : null)}
      />
      {value !== null && (
        <>
          <Segmented
            label="Edge of the progress bar"
            options={EDGES}
            value={value.edge === 'top' ? 'top' : 'bottom'}
            onChange={(edge) => change({ edge })}
          />
          {value.edge !== 'top' && (
            <p className="text-sm text-faint">Most apps draw their own controls over the bottom of a video.</p>
          )}
          <ColorField label="Bar" swatches={swatches} value={value.color} onChange={(color) => change({ color })} />
          <LengthNote whole={WHOLES.height} />
          <Slider
            label="Height"
            unit="%"
            spokenUnit={`% of ${WHOLES.height}`}
            min={0.2}
            max={4}
            step={0.1}
            value={Math.round(value.height * 1_000) / 10}
            onChange={(percent) => change({ height: percent / 100 })}
          />
        </>
      )}
    </div>
  )
}

function ClosingControls() {
  const swatches = useSwatches()
  const { store, player } = useOpenEditor()
  const { edit } = useActions()
  const { value, look, change, set } = useOverlayDraft('closing')
  const start = () => {
    const { doc } = store.getState()
    const card = newKitText(doc, 'closing', { text: 'Follow for more', durationMs: CARD_MS, background: CARD_COLOR })
    edit(textCommands('closing', card))
    player.seek(Math.max(0, doc.media.durMs - (card.overlay.durationMs ?? CARD_MS)))
  }
  return (
    <div className={PART}>
      <Switch
        label="Closing card"
        hint="Over the last seconds. Sound and length stay."
        checked={value !== null}
        onChange={(on) => (on ? start() : set(null))}
      />
      {value !== null && (
        <>
          <OverlayText name="closing" value={value} look={look} onChange={change} />
          <Slider
            label="Shown for"
            unit=" s"
            min={0.5}
            max={15}
            step={0.1}
            value={value.durationMs / 1_000}
            onChange={(seconds) => change({ durationMs: Math.round(seconds * 1_000) })}
          />
          <Switch
            label="Cover the video"
            checked={value.background !== undefined}
            onChange={(on) => change({ background: on ? CARD_COLOR : undefined })}
          />
          {value.background !== undefined && (
            <ColorField
              label="Card"
              swatches={swatches}
              value={value.background}
              onChange={(background) => change({ background })}
            />
          )}
        </>
      )}
    </div>
  )
}

const TITLE_MS = 3_000
const SHORTEST_MS = 100
const CARD_MS = 2_500
const CARD_COLOR = '#14100E'
const FIRST_BAR = { edge: 'top', color: '#FFE14D', background: '#00000066', height: 0.008 } as const
const EDGES = [
  { value: 'top', label: 'Top' },
  { value: 'bottom', label: 'Bottom' },
] as const
