import { ChevronRight, RotateCcw } from 'lucide-react'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
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
import { type Segment, Segmented } from '#ui/segmented.tsx'
import type { TemplateRef } from '../model/index.ts'
import { useActions, useEditor, useOpenEditor } from './editor-context.ts'
import { LookControl } from './look-control.tsx'
import type { EditorSlots } from './slots.ts'
import { patchesUpTo, patchOf, resetCommands, type StyleScope } from './style-scope.ts'
import { useAfterPaint } from './use-after-paint.ts'

/** Pause after which a dragged value becomes one edit, ms. */
const REST_MS = 600

/** The template and the creator's changes, with a live preview on the video. */
export function StylePanel({ templatePicker }: Pick<EditorSlots, 'templatePicker'>) {
  return (
    <div className="grid content-start gap-6 p-4">
      <Templates templatePicker={templatePicker} />
      <StyleFields />
    </div>
  )
}

function Templates({ templatePicker }: Pick<EditorSlots, 'templatePicker'>) {
  const { store } = useOpenEditor()
  const { edit, drop } = useActions()
  // The samples show the first words; they follow an edit once it is painted.
  const doc = useAfterPaint(useEditor((state) => state.doc))
  const value = useEditor((state) => state.doc.template)

  const choose = useCallback(
    (template: TemplateRef) => {
      drop()
      const { id, version } = store.getState().doc.template
      if (template.id !== id || template.version !== version) edit([{ type: 'setTemplate', template }])
    },
    [store, drop, edit],
  )

  return <section aria-label="Templates">{templatePicker({ document: doc, value, onChange: choose })}</section>
}

/** The controls of all fields with an effect in the current look, from their descriptions. */
function StyleFields() {
  const { scope, patches, change, drop, reset } = useStyleDraft()
  const template = nearestTemplate(useEditor(({ doc }) => doc.template))
  const described = describeLook(applyPatches(template, patchesUpTo(scope, patches)))
  const fields = useSameFields(scope === 'words' ? described.filter(({ perWord }) => perWord) : described)
  const hasTarget = useEditor(({ selection }) => scope === 'all' || selection.focus !== null)
  const hasFields = new Set(fields.map(({ group }) => group))
  const [basics, ...groups] = LOOK_GROUPS.filter(({ id }) => hasFields.has(id)).map(({ id, label }) => ({
    label,
    controls: (
      <div className="grid gap-4 @xs:grid-cols-2">
        {fields
          .filter(({ group }) => group === id)
          .map((field) => (
            <FieldControl key={field.path} field={field} onChange={change} onCommit={drop} />
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
          disabled={!hasTarget || Object.keys(patches[scope] ?? {}).length === 0}
          onClick={reset}
        >
          Reset
        </Button>
      </header>
      <ScopeSwitch scope={scope} />
      {hasTarget ? basics?.controls : <NoTarget scope={scope} />}
      <div className={classNames('border-t border-border', !hasTarget && 'hidden')}>
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

type FieldControlProps = {
  readonly field: DescribedField
  onChange(field: DescribedField, value: unknown): void
  onCommit(): void
}

/** One control. A step of a slider renders its own and no other. */
const FieldControl = memo(function FieldControl({ field, onChange, onCommit }: FieldControlProps) {
  return (
    <div className={classNames(!isNarrow(field) && '@xs:col-span-2')}>
      <LookControl field={field} onChange={(value) => onChange(field, value)} onCommit={onCommit} />
    </div>
  )
})

/** These fields, each the same object as before while its content is the same. */
function useSameFields(fields: readonly DescribedField[]): readonly DescribedField[] {
  const [known] = useState(() => new Map<string, { readonly content: string; readonly field: DescribedField }>())
  return fields.map((field) => {
    const content = JSON.stringify(field)
    const before = known.get(field.path)
    if (before?.content === content) return before.field
    known.set(field.path, { content, field })
    return field
  })
}

/** True for a plain colour, of which two fit side by side. */
function isNarrow(field: DescribedField): boolean {
  return field.control === 'color' && field.optional === undefined
}

/** The patch of a change, with the further changes of a chosen value. Switching a part on restores the template's. */
function changeOf(template: Template, field: DescribedField, value: unknown): LookPatch {
  const own = describeLook(template).find(({ path }) => path === field.path)?.value
  const also: Readonly<Record<string, LookPatch>> = field.control === 'choice' ? (field.also ?? {}) : {}
  return mergePatches(
    also[String(value)] ?? {},
    patchAt(field.path, field.control === 'section' && value !== null ? (own ?? value) : value),
  )
}

/** What the controls change. */
const ScopeSwitch = memo(function ScopeSwitch({ scope }: { scope: StyleScope }) {
  const { setStyleScope } = useActions()
  return <Segmented label="Change the style of" options={SCOPES} value={scope} onChange={setStyleScope} />
})

const SCOPES: readonly Segment<StyleScope>[] = [
  { value: 'all', label: 'All captions' },
  { value: 'cue', label: 'This caption' },
  { value: 'words', label: 'Selected words' },
]

/** Shown while nothing is selected. */
function NoTarget({ scope }: { scope: StyleScope }) {
  return (
    <p className="text-sm text-muted">
      {scope === 'cue'
        ? 'Select a word in the transcript to style its caption.'
        : 'Select words in the transcript to style them.'}
    </p>
  )
}

/** The style of the chosen scope while it is dragged: shown at once, saved after a pause. */
function useStyleDraft() {
  const { store } = useOpenEditor()
  const { drag, drop, edit } = useActions()
  const scope = useEditor(({ styling }) => styling.scope)
  const patches = {
    all: useEditor((state) => patchOf(state, 'all')),
    cue: useEditor((state) => patchOf(state, 'cue')),
    words: useEditor((state) => patchOf(state, 'words')),
  }
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(
    () => () => {
      clearTimeout(resting.current)
      drop()
    },
    [drop],
  )

  const change = useCallback(
    (field: DescribedField, value: unknown) => {
      drag(changeOf(nearestTemplate(store.getState().doc.template), field, value))
      clearTimeout(resting.current)
      resting.current = setTimeout(drop, REST_MS)
    },
    [store, drag, drop],
  )

  return {
    scope,
    patches,
    drop,
    change,
    reset() {
      clearTimeout(resting.current)
      drop()
      const { doc, selection } = store.getState()
      edit(resetCommands(doc, { scope, selection }))
    },
  }
}
