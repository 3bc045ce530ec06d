import type { ReactNode } from 'react'
import { ColorField } from '#ui/color-field.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import type { CurrentSettings } from '../../model/settings-contract.ts'
import type { SiteBanner, SiteSettings } from '../../model/settings.ts'
import { CaptionFields } from './caption-fields.tsx'
import { PictureFields } from './picture-fields.tsx'
import { RetentionFields } from './retention-fields.tsx'

/** A first colour of one's own. */
const FIRST_ACCENT = '#3b82f6'
const NO_BANNER: SiteBanner = { text: '', from: null, until: null, isDismissible: true }

type Props = {
  readonly view: CurrentSettings
  readonly draft: SiteSettings
  readonly onChange: (change: Partial<SiteSettings>) => void
}

/** The fields of the site: identity, contacts, defaults of captions and banner. */
export function SiteFields({ view, draft, onChange }: Props) {
  return (
    <>
      <Part title="Name and colour">
        <TextField
          label="Name"
          maxLength={40}
          placeholder={view.defaults.name}
          hint="In the bar, in titles and mails, and in the metadata of exports."
          value={draft.name ?? ''}
          onChange={(event) => onChange({ name: orNull(event.target.value) })}
        />
        <Switch
          label="An accent colour of your own"
          hint="Its hue and strength are used. Its lightness follows the theme, so that text stays legible."
          checked={draft.accent !== null}
          onChange={(isOwn) => onChange({ accent: isOwn ? FIRST_ACCENT : null })}
        />
        {draft.accent !== null && (
          <ColorField label="Accent colour" value={draft.accent} onChange={(accent) => onChange({ accent })} />
        )}
      </Part>
      <Part title="Logo and icon">
        <PictureFields draft={draft} onChange={onChange} />
      </Part>
      <Part title="Contacts and links">
        {CONTACTS.map((contact) => (
          <FixableField key={contact.field} contact={contact} view={view} draft={draft} onChange={onChange} />
        ))}
      </Part>
      <Part title="New captions">
        <CaptionFields view={view} draft={draft} onChange={onChange} />
      </Part>
      <BannerFields draft={draft} onChange={onChange} />
      <Part title="How long things are kept">
        <RetentionFields view={view} draft={draft} onChange={onChange} />
      </Part>
    </>
  )
}

function BannerFields({ draft, onChange }: Omit<Props, 'view'>) {
  const banner = draft.banner ?? NO_BANNER
  const change = (to: Partial<SiteBanner>) => {
    const next = { ...banner, ...to }
    onChange({ banner: next.text === '' ? null : next })
  }
  return (
    <Part title="Banner">
      <TextArea
        label="Text"
        rows={2}
        maxLength={300}
        hint="Above every page; empty for none. Links: [text](https://example.com)."
        value={banner.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      {draft.banner !== null && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              type="date"
              label="First day"
              hint="In UTC; empty for now."
              value={banner.from ?? ''}
              onChange={(event) => change({ from: orNull(event.target.value) })}
            />
            <TextField
              type="date"
              label="Last day"
              hint="In UTC; empty for no end."
              value={banner.until ?? ''}
              onChange={(event) => change({ until: orNull(event.target.value) })}
            />
          </div>
          <Switch
            label="People can dismiss it"
            checked={banner.isDismissible}
            onChange={(isDismissible) => change({ isDismissible })}
          />
        </>
      )}
    </Part>
  )
}

/** A field that the environment may set: then it shows that value, and which variable sets it. */
function FixableField({ contact: { field, label, type }, view, draft, onChange }: Props & { contact: Contact }) {
  const fixed = view.fixed[field]
  if (fixed !== undefined)
    return (
      <TextField label={label} value={fixed.value} disabled hint={`Set by ${fixed.variable} in the environment.`} />
    )
  return (
    <TextField
      label={label}
      type={type}
      placeholder={field === 'microblog' || field === 'chat' ? 'No link' : view.defaults[field]}
      value={draft[field] ?? ''}
      onChange={(event) => onChange({ [field]: orNull(event.target.value) })}
    />
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-display text-xl font-semibold tracking-tight">{title}</legend>
      {children}
    </fieldset>
  )
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}

type Contact = {
  readonly field: 'support' | 'legal' | 'general' | 'microblog' | 'chat'
  readonly label: string
  readonly type: 'email' | 'url'
}
const CONTACTS: readonly Contact[] = [
  { field: 'support', label: 'Support address', type: 'email' },
  { field: 'legal', label: 'Legal address', type: 'email' },
  { field: 'general', label: 'General address', type: 'email' },
  { field: 'microblog', label: 'Microblog', type: 'url' },
  { field: 'chat', label: 'Chat community', type: 'url' },
]
