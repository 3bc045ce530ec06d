import { ChevronRight, RotateCcw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import {
  applyPatches,
  type DescribedField,
  describeLook,
  LOOK_GROUPS,
  type LookPatch,
  mergePatches,
  nearestTemplate,
  patchAt,
  type Template,
} from '#features/templates/model/index.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { MAIN_STYLE, type TemplateRef } from '../model/index.ts'
import { useActions, useEditor, useOpenEditor } from './editor-context.ts'
import { LookControl } from './look-control.tsx'
import type { EditorSlots } from './slots.ts'

/** Pause after which a dragged value becomes one edit, ms. */
const REST_MS = 600

/** The template and the creator's changes, with a live preview on the video. */
export function StylePanel({ templatePicker }: Pick<EditorSlots, 'templatePicker'>) {
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
      <StyleFields />
    </div>
  )
}

/** The controls of all fields with an effect in the current look, from their descriptions. */
function StyleFields() {
  const { patch, drag, drop, reset } = useStyleDraft()
  const template = nearestTemplate(useEditor(({ doc }) => doc.template))
  const fields = describeLook(applyPatches(template, [patch]))
  const [basics, ...groups] = LOOK_GROUPS.map(({ id, label }) => ({
    label,
    controls: (
      <div className="grid gap-4 @xs:grid-cols-2">
        {fields
          .filter(({ group }) => group === id)
          .map((field) => (
            <div key={field.path} className={classNames(!isNarrow(field) && '@xs:col-span-2')}>
              <LookControl field={field} onChange={(value) => drag(patchOf(template, field, value))} onCommit={drop} />
            </div>
          ))}
      </div>
    ),
  }))

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
      {basics?.controls}
      <div className="border-t border-border">
        {groups.map(({ label, controls }) => (
          <details key={label} className="group border-b border-border open:pb-4">
            <summary className="flex cursor-pointer items-center gap-2 rounded-sm py-2.5 text-sm font-medium">
              <ChevronRight
                aria-hidden="true"
                className="size-4 shrink-0 text-faint transition-transform group-open:rotate-90"
              />
              {label}
            </summary>
            {controls}
          </details>
        ))}
      </div>
    </section>
  )
}

/** True for a plain colour, of which two fit side by side. */
function isNarrow(field: DescribedField): boolean {
  return field.control === 'color' && field.optional === undefined
}

/** The patch of a change, with the further changes of a chosen value. Switching a part on restores the template's. */
function patchOf(template: Template, field: DescribedField, value: unknown): LookPatch {
  const own = describeLook(template).find(({ path }) => path === field.path)?.value
  const also: Readonly<Record<string, LookPatch>> = field.control === 'choice' ? (field.also ?? {}) : {}
  return mergePatches(
    also[String(value)] ?? {},
    patchAt(field.path, field.control === 'section' && value !== null ? (own ?? value) : value),
  )
}

/** The creator's style while it is dragged: shown at once, saved after a pause. */
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
    drop,
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
