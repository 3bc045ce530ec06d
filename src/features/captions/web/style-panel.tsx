import { ChevronRight } from 'lucide-react'
import { memo, type ReactNode, useCallback, useState } from 'react'
import {
  applyPatches,
  type DescribedField,
  describeLook,
  LOOK_GROUPS,
  type LookPatch,
  type SavedLook,
} from '#features/templates/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { toast } from '#platform/web/toasts.tsx'
import { classNames } from '#ui/class-names.ts'
import { type Segment, Segmented } from '#ui/segmented.tsx'
import { type TemplateRef, templateOf } from '../model/index.ts'
import { Readability } from './contrast/readability.tsx'
import { useEditorBrand } from './editor-brand.ts'
import { useActions, useEditor, useOpenEditor } from './editor-context.ts'
import { FollowKit } from './follow-kit.tsx'
import { OverlaysSection } from './overlays/overlays-section.tsx'
import { chooseLookCommands } from './paste-look.ts'
import type { EditorSlots } from './slots.ts'
import { isChanged, StyleField } from './style-field.tsx'
import { StyleHeader } from './style-header.tsx'
import { patchesUpTo, type StyleScope } from './style-scope.ts'
import { useAfterPaint } from './use-after-paint.ts'
import { useStyleDraft } from './use-style-draft.ts'

/** The parts of the style panel from other features. */
export type StyleSlots = Pick<EditorSlots, 'templatePicker' | 'fontName'>

/** The template and the creator's changes, with a live preview on the video. */
export function StylePanel({ templatePicker, fontName }: StyleSlots) {
  return (
    <div className="grid content-start gap-6 p-4">
      <Templates templatePicker={templatePicker} />
      <StyleFields fontName={fontName} />
      <OverlaysSection />
      <Kit />
    </div>
  )
}

function Kit() {
  const { kit, followed } = useEditorBrand()
  const { store } = useOpenEditor()
  const { edit, drop } = useActions()
  if (kit === null && followed === null) return null
  const read = () => {
    drop()
    return store.getState().doc
  }
  return (
    <section aria-label="Brand kit" className="grid gap-4 border-t border-border pt-5">
      <h2 className="text-lg">Brand kit</h2>
      {followed && <FollowKit kit={followed} />}
      {kit?.({ read, follow: (changed) => edit([{ type: 'setBrandKit', kit: changed }]) })}
    </section>
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

  const chooseLook = useCallback(
    (look: SavedLook) => {
      drop()
      try {
        edit(chooseLookCommands(store.getState().doc, look))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        toast.error(error.message)
      }
    },
    [store, drop, edit],
  )

  return (
    <section aria-label="Templates">
      {templatePicker({ document: doc, value, onChange: choose, onLook: chooseLook })}
    </section>
  )
}

/** The controls of all fields with an effect in the current look, from their descriptions. */
function StyleFields({ fontName }: Pick<EditorSlots, 'fontName'>) {
  const { scope, patches, actions } = useStyleDraft()
  const own = patches[scope] ?? NO_CHANGE
  const template = useEditor(({ doc }) => templateOf(doc))
  const under = applyPatches(template, patchesUpTo(scope, { ...patches, [scope]: undefined }))
  const described = describeLook(applyPatches(template, patchesUpTo(scope, patches)))
  const fields = useSameFields(scope === 'words' ? described.filter(({ perWord }) => perWord) : described)
  const hasTarget = useEditor(({ selection }) => scope === 'all' || selection.focus !== null)
  const hasFields = new Set(fields.map(({ group }) => group))
  const [basics, ...groups] = LOOK_GROUPS.filter(({ id }) => hasFields.has(id)).map(({ id, label }) => {
    const inGroup = fields.filter(({ group }) => group === id)
    return {
      label,
      changes: inGroup.filter((field) => isChanged(field, own, under)).length,
      controls: (
        <div className="grid gap-4 @xs:grid-cols-2">
          {inGroup.map((field) => (
            <StyleField
              key={field.path}
              field={field}
              fontName={fontName}
              isChanged={isChanged(field, own, under)}
              onChange={actions.change}
              onCommit={actions.drop}
              onReset={actions.resetField}
            />
          ))}
        </div>
      ),
    }
  })

  return (
    <section aria-label="Style" className="grid gap-4">
      <StyleHeader actions={actions} hasTarget={hasTarget} isChanged={Object.keys(own).length > 0} />
      <ScopeSwitch scope={scope} />
      {scope !== 'words' && <Readability scope={scope} />}
      {hasTarget ? basics?.controls : <NoTarget scope={scope} />}
      <div className={classNames('border-t border-border', !hasTarget && 'hidden')}>
        {groups.map(({ label, changes, controls }) => (
          <Group key={label} label={label} changes={changes}>
            {controls}
          </Group>
        ))}
      </div>
    </section>
  )
}

/** Controls under a heading. They exist from the first opening on: all groups together have most of the panel's elements. */
function Group({ label, changes, children }: { label: string; changes: number; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(false)
  return (
    <details
      className="group border-b border-border open:pb-4"
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpen(true)}
    >
      <summary className="flex cursor-pointer items-center gap-2 rounded-sm py-2.5 text-sm font-medium">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-faint transition-transform group-open:rotate-90"
        />
        {label}
        {changes > 0 && <span className="ml-auto text-xs font-normal text-accent-text">{changes} changed</span>}
      </summary>
      {wasOpen && children}
    </details>
  )
}

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

/** What the controls change. */
const ScopeSwitch = memo(function ScopeSwitch({ scope }: { scope: StyleScope }) {
  const { setStyleScope } = useActions()
  return <Segmented label="Change the style of" options={SCOPES} value={scope} onChange={setStyleScope} />
})

const NO_CHANGE: LookPatch = {}

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
