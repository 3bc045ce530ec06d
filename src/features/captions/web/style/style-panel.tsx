import { ChevronRight } from 'lucide-react'
import { Fragment, memo, useCallback, useMemo, useState } from 'react'
import {
  applyPatches,
  type DescribedField,
  describeLook,
  type Look,
  LOOK_GROUPS,
  type LookPatch,
  type SavedLook,
  valueAt,
} from '#features/templates/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { toast } from '#platform/web/toasts.tsx'
import { classNames } from '#ui/class-names.ts'
import { type Segment, Segmented } from '#ui/segmented.tsx'
import { type TemplateRef, templateOf } from '../../model/index.ts'
import { Readability } from '../contrast/readability.tsx'
import { useEditorBrand } from '../store/editor-brand.ts'
import { useActions, useEditor, useOpenEditor } from '../store/editor-context.ts'
import { FollowKit } from './follow-kit.tsx'
import { firstLength, LengthNote } from './length-note.tsx'
import { OverlaysSection } from '../overlays/overlays-section.tsx'
import { chooseLookCommands } from './paste-look.ts'
import type { EditorSlots } from '../slots.ts'
import { isChanged, StyleField } from './style-field.tsx'
import { StyleHeader } from './style-header.tsx'
import { patchesUpTo, type StyleScope } from '../store/style-scope.ts'
import { useEditorAfterPaint } from '../store/use-after-paint.ts'
import { type ShownPatches, type StyleActions, useStyleDraft } from './use-style-draft.ts'

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
  const doc = useEditorAfterPaint((state) => state.doc)
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
  const { scope, patches, tried, actions } = useStyleDraft()
  const { fields, under } = useDescribedFields(scope, patches)
  const hasTarget = useEditor(({ selection }) => scope === 'all' || selection.focus !== null)
  const [basics, ...groups] = useMemo(() => groupsOf(fields), [fields])
  const own = patches[scope] ?? NO_CHANGE
  const shared = { own, under, tried, fontName, actions }

  return (
    <section aria-label="Style" className="grid gap-4">
      <StyleHeader actions={actions} hasTarget={hasTarget} isChanged={Object.keys(own).length > 0} />
      <ScopeSwitch scope={scope} />
      {scope !== 'words' && <Readability scope={scope} />}
      {!hasTarget && <NoTarget scope={scope} />}
      {hasTarget && basics !== undefined && <Controls fields={basics.fields} {...shared} />}
      <div className={classNames('border-t border-border', !hasTarget && 'hidden')}>
        {groups.map((group) => (
          <Group key={group.label} {...group} {...shared} />
        ))}
      </div>
    </section>
  )
}

type FieldsGroup = { readonly label: string; readonly fields: readonly DescribedField[] }

function groupsOf(fields: readonly DescribedField[]): FieldsGroup[] {
  return LOOK_GROUPS.flatMap(({ id, label }) => {
    const inGroup = fields.filter(({ group }) => group === id)
    return inGroup.length === 0 ? [] : [{ label, fields: inGroup }]
  })
}

/**
 * The fields of a scope, and the look without its own changes. A field is the same object as before while its content
 * is the same.
 */
function useDescribedFields(scope: StyleScope, patches: ShownPatches) {
  const template = useEditor(({ doc }) => templateOf(doc))
  const [known] = useState(() => new Map<string, DescribedField>())
  return useMemo(() => {
    const under = applyPatches(template, patchesUpTo(scope, { ...patches, [scope]: undefined }))
    const described = describeLook(applyPatches(template, patchesUpTo(scope, patches)), [...known.values()])
    for (const field of described) known.set(field.path, field)
    return { under, fields: scope === 'words' ? described.filter(({ perWord }) => perWord) : described }
  }, [template, scope, patches, known])
}

type ControlsProps = Pick<EditorSlots, 'fontName'> & {
  readonly fields: readonly DescribedField[]
  /** The own changes of the scope. */
  readonly own: LookPatch
  /** The look without them. */
  readonly under: Look
  /** A change that the fields do not have yet. */
  readonly tried: LookPatch | undefined
  readonly actions: StyleActions
}

function Controls({ fields, own, under, tried, fontName, actions }: ControlsProps) {
  const first = useMemo(() => firstLength(fields), [fields])
  return (
    <div className="grid gap-4 @xs:grid-cols-2">
      {fields.map((field) => (
        <Fragment key={field.path}>
          {field.path === first?.path && <LengthNote whole={first.whole} />}
          <StyleField
            field={field}
            tried={tried && valueAt(tried, field.path)}
            fontName={fontName}
            isChanged={isChanged(field, own, under)}
            onChange={actions.change}
            onCommit={actions.drop}
            onReset={actions.resetField}
          />
        </Fragment>
      ))}
    </div>
  )
}

/** Controls under a heading. They exist from the first opening on: all groups together have most of the panel's elements. */
function Group({ label, ...controls }: ControlsProps & { readonly label: string }) {
  const [wasOpen, setWasOpen] = useState(false)
  const { fields, own, under } = controls
  const changes = useMemo(() => fields.filter((field) => isChanged(field, own, under)).length, [fields, own, under])
  return (
    <details
      className="group border-b border-border open:pb-4"
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpen(true)}
    >
      <Summary label={label} changes={changes} />
      {wasOpen && <Controls {...controls} />}
    </details>
  )
}

/** The heading of a group. A step of a slider renders none. */
const Summary = memo(function Summary({ label, changes }: { label: string; changes: number }) {
  return (
    <summary className="flex cursor-pointer items-center gap-2 rounded-sm py-2.5 text-sm font-medium">
      <ChevronRight
        aria-hidden="true"
        className="size-4 shrink-0 text-faint transition-transform group-open:rotate-90"
      />
      {label}
      {changes > 0 && <span className="ml-auto text-xs font-normal text-accent-text">{changes} changed</span>}
    </summary>
  )
})

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
