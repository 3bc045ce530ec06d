import { RotateCcw } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { type LookPatch, mergePatches } from '#features/templates/model/index.ts'
import { Button } from '#ui/button.tsx'
import { ColorField } from '#ui/color-field.tsx'
import { Select } from '#ui/select.tsx'
import { Slider } from '#ui/slider.tsx'
import { Switch } from '#ui/switch.tsx'
import { MAIN_STYLE, type TemplateRef } from '../model/index.ts'
import { useActions, useEditor, useOpenEditor } from './editor-context.ts'
import type { EditorSlots } from './slots.ts'

/** A colour or a size that rests this long is an edit, ms: one step of the history, not one for each pixel dragged. */
const REST_MS = 600

const SWATCHES = ['#FFFFFF', '#0A0A0A', '#FFE14D', '#FF5C38', '#3DDC97', '#4DA3FF', '#FF6FB5'] as const
const WORD_COUNTS = ['all', '1', '2', '3', '4', '5', '6'] as const

/** The look: which template, and the basics of its style, seen live on the video. */
export function StylePanel({ templatePicker, lookOf }: Pick<EditorSlots, 'templatePicker' | 'lookOf'>) {
  const doc = useEditor((state) => state.doc)
  const { edit, drop } = useActions()

  function choose(template: TemplateRef) {
    drop()
    if (template.id !== doc.template.id || template.version !== doc.template.version)
      edit([{ type: 'setTemplate', template }])
  }

  return (
    <div className="grid content-start gap-6 p-4">
      <section aria-label="Templates">
        {templatePicker({ document: doc, value: doc.template, onChange: choose })}
      </section>
      <StyleBasics lookOf={lookOf} />
    </div>
  )
}

function StyleBasics({ lookOf }: Pick<EditorSlots, 'lookOf'>) {
  const { drop } = useActions()
  const { patch, drag, reset } = useStyleDraft()
  const template = useEditor(({ doc }) => doc.template)
  const look = lookOf(template)
  const size = patch.font?.size ?? look.font.size
  const y = patch.layout?.y ?? look.layout.y
  const shown = patch.layout?.maxWords === undefined ? look.layout.maxWords : patch.layout.maxWords

  return (
    <section aria-label="Style" className="grid gap-4">
      <header className="flex items-center justify-between">
        <h2 className="text-lg">Style</h2>
        <Button
          size="sm"
          variant="ghost"
          icon={<RotateCcw />}
          disabled={Object.keys(patch).length === 0}
          onClick={reset}
        >
          Reset
        </Button>
      </header>
      <Pair>
        <ColorField
          label="Text"
          value={patch.fill?.upcoming ?? look.fill.upcoming}
          swatches={SWATCHES}
          onChange={(upcoming) => drag({ fill: { upcoming } })}
        />
        <ColorField
          label="Spoken word"
          value={patch.fill?.active ?? look.fill.active}
          swatches={SWATCHES}
          onChange={(active) => drag({ fill: { active } })}
        />
      </Pair>
      <Slider
        label="Size"
        unit="%"
        min={1.5}
        max={12}
        step={0.1}
        value={percent(size)}
        onChange={(value) => drag({ font: { size: value / 100 } })}
        onCommit={drop}
      />
      <Slider
        label="Position from the top"
        unit="%"
        min={5}
        max={95}
        value={percent(y)}
        onChange={(value) => drag({ layout: { y: value / 100 } })}
        onCommit={drop}
      />
      <Select
        label="Words at once"
        size="sm"
        value={WORD_COUNTS.find((count) => count === String(shown)) ?? 'all'}
        options={WORD_COUNTS.map((value) => ({ value, label: value === 'all' ? 'The whole caption' : value }))}
        onChange={(value) => drag({ layout: { maxWords: value === 'all' ? null : Number(value) } })}
      />
      <Switch
        label="Capital letters"
        checked={(patch.font?.case ?? look.font.case) === 'upper'}
        onChange={(on) => drag({ font: { case: on ? 'upper' : 'as-typed' } })}
      />
    </section>
  )
}

/** The creator's style while it is dragged: shown at once, saved when it rests. */
function useStyleDraft() {
  const { store } = useOpenEditor()
  const { drag, drop, edit } = useActions()
  const saved = useEditor(({ doc }) => doc.styles[MAIN_STYLE])
  const draft = useEditor((state) => state.draft)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(
    () => () => {
      clearTimeout(resting.current)
      drop()
    },
    [drop],
  )

  return {
    patch: draft ?? saved ?? {},
    drag(change: LookPatch) {
      const { draft: before, doc } = store.getState()
      drag(mergePatches(before ?? doc.styles[MAIN_STYLE] ?? {}, change))
      clearTimeout(resting.current)
      resting.current = setTimeout(drop, REST_MS)
    },
    reset() {
      clearTimeout(resting.current)
      drop()
      edit([{ type: 'setStyle', styleId: MAIN_STYLE, patch: {} }])
    },
  }
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid gap-4 @xs:grid-cols-2">{children}</div>
}

/** A fraction as percent with one decimal. */
function percent(fraction: number): number {
  return Math.round(fraction * 1_000) / 10
}
