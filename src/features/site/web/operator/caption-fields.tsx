import { languageLabel } from '#features/operations/model/index.ts'
import { Select, type SelectOption } from '#ui/select.tsx'
import type { CurrentSettings } from '../../model/settings-contract.ts'
import type { SiteSettings } from '../../model/settings.ts'

/** The choice that sets nothing. */
const DEFAULT = ''

type Props = {
  readonly view: CurrentSettings
  readonly draft: SiteSettings
  readonly onChange: (change: Partial<SiteSettings>) => void
}

/** With what captions start for people who have chosen nothing: a language, and a template with its picture. */
export function CaptionFields({ view: { choices, defaults }, draft, onChange }: Props) {
  const builtIn = choices.templates.find(({ id }) => id === defaults.captionTemplate)
  const chosen = draft.captionTemplate === null ? builtIn : find(choices.templates, draft.captionTemplate)
  return (
    <>
      <Select
        label="Language spoken"
        hint="The form for captions begins with it, until somebody chooses another one."
        value={draft.captionLanguage ?? DEFAULT}
        options={languageOptions(choices.languages, draft.captionLanguage)}
        onChange={(language) => onChange({ captionLanguage: orNull(language) })}
      />
      <Select
        label="Template"
        hint="New captions start in it, unless a brand kit or a choice of their creator comes first."
        value={draft.captionTemplate ?? DEFAULT}
        options={templateOptions(choices.templates, { builtIn, saved: draft.captionTemplate })}
        onChange={(template) => onChange({ captionTemplate: orNull(template) })}
      />
      {chosen && (
        <img
          src={chosen.picture}
          alt={`“Make every word pop” in the template ${chosen.name}`}
          width={648}
          height={384}
          loading="lazy"
          className="h-auto w-full max-w-72 rounded-lg border border-border"
        />
      )}
    </>
  )
}

type Template = CurrentSettings['choices']['templates'][number]

/** Sorted by name; a saved one that no engine knows any longer is listed last. */
function languageOptions(known: readonly string[], saved: string | null): SelectOption<string>[] {
  const named = known
    .map((value) => ({ value, label: languageLabel(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  const isUnknown = saved !== null && !known.includes(saved)
  return [
    { value: DEFAULT, label: 'Automatic' },
    ...named,
    ...(isUnknown ? [{ value: saved, label: `${languageLabel(saved)} (no engine knows it)` }] : []),
  ]
}

/** In the order of the catalogue; a saved one that no longer exists is listed last. */
function templateOptions(
  templates: readonly Template[],
  { builtIn, saved }: { builtIn: Template | undefined; saved: string | null },
): SelectOption<string>[] {
  const isGone = saved !== null && find(templates, saved) === undefined
  return [
    { value: DEFAULT, label: `${builtIn?.name ?? 'Default'} (built in)` },
    ...templates
      .filter(({ id }) => id !== builtIn?.id || id === saved)
      .map(({ id, name }) => ({ value: id, label: name })),
    ...(isGone ? [{ value: saved, label: `${saved} (no longer exists)` }] : []),
  ]
}

function find(templates: readonly Template[], id: string): Template | undefined {
  return templates.find((template) => template.id === id)
}

function orNull(value: string): string | null {
  return value === DEFAULT ? null : value
}
