import { memo, useEffect, useId, useRef, useState } from 'react'
import type { CaptionDocument, TemplateRef } from '#features/captions/model/index.ts'
import { nearestTemplate, newestOf, PUBLISHED, type Template } from '#features/templates/model/index.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { CaptionTrack } from '../model/index.ts'
import { useSampleTrack } from './sample-track.ts'
import { TemplatePreview } from './template-preview.tsx'
import { TemplateVersionNotice } from './template-version-notice.tsx'

/** Props of {@link TemplatePicker}. */
export type TemplatePickerProps = {
  readonly document: CaptionDocument
  readonly value: TemplateRef
  onChange(template: TemplateRef): void
  /** All published versions of all templates. Default: the shipped ones. */
  readonly published?: readonly Template[]
}

/**
 * The templates, each playing on the creator's words: the selected one in the version of the captions, the others in
 * their newest version. Native radio buttons: arrow keys move and select. One row that scrolls leaves room for the controls
 * below; “Show all” opens the whole list.
 */
export function TemplatePicker({ document: captions, ...choice }: TemplatePickerProps) {
  return <Choice {...choice} sample={useSampleTrack(captions)} />
}

type ChoiceProps = Omit<TemplatePickerProps, 'document'> & { readonly sample: CaptionTrack }

/** Most edits change no words of the sample, and then render nothing here. */
const Choice = memo(function Choice({ sample, value, onChange, published = PUBLISHED }: ChoiceProps) {
  const name = useId()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const [isWhole, setIsWhole] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => showChosen(list.current), [isWhole])

  function use(template: TemplateRef) {
    onChange(template)
    // The pressed button disappears with its notice, so focus the templates.
    fieldset.current?.focus()
  }

  const templates = newestOf(published).map((newest) =>
    newest.id === value.id ? nearestTemplate(value, published) : newest,
  )
  return (
    <fieldset ref={fieldset} tabIndex={-1} className="grid gap-3">
      <legend className="sr-only">Templates</legend>
      <div className="flex items-center justify-between">
        <p aria-hidden="true" className="font-display text-lg font-semibold">
          Templates
        </p>
        <Button size="sm" variant="ghost" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : 'Show all'}
        </Button>
      </div>
      <TemplateVersionNotice
        key={`${value.id} ${value.version}`}
        value={value}
        published={published}
        sample={sample}
        onChange={use}
      />
      <div
        ref={list}
        className={classNames(
          'grid gap-2',
          isWhole
            ? 'grid-cols-2'
            : '-mx-4 auto-cols-[8.5rem] grid-flow-col overflow-x-auto px-4 py-1 [scrollbar-width:thin]',
        )}
      >
        {templates.map((template) => (
          <label
            key={template.id}
            title={template.description}
            className="group relative grid cursor-pointer gap-1.5 rounded-lg border border-border bg-sunken p-1.5 transition-colors hover:border-control has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name={name}
              // As large as its label, so that the focus scrolls all of the label into view.
              className="pointer-events-none absolute inset-0 size-full opacity-0"
              checked={template.id === value.id}
              onChange={() => onChange({ id: template.id, version: template.version })}
            />
            <TemplatePreview template={template} sample={sample} />
            <span className="px-1 pb-0.5 text-sm text-muted group-has-checked:text-text">{template.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
})

/** Scrolls the row to the chosen template, and nothing else: `scrollIntoView` would also move the page. */
function showChosen(list: HTMLElement | null): void {
  const chosen = list?.querySelector('input:checked')?.parentElement
  if (!list || !chosen) return
  const [view, own] = [list.getBoundingClientRect(), chosen.getBoundingClientRect()]
  list.scrollLeft += own.left + own.width / 2 - view.left - view.width / 2
}
