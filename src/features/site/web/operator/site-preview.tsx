import type { CSSProperties } from 'react'
import type { AccentTone } from '#platform/shared/contacts.ts'
import { buttonClass } from '#ui/button-class.ts'
import { classNames } from '#ui/class-names.ts'
import { accentToneOf, contrastOf } from '../../model/accent.ts'
import { parseLine } from '../../model/rich-text.ts'
import type { SiteSettings } from '../../model/settings.ts'
import { sitePictureUrl } from '../../model/site-picture-files.ts'

/** The product's own accent. */
const OWN_TONE = { hue: 46, strength: 1 }
const COLOR = /^#[0-9a-f]{6}$/u

/** The site before it is saved, in both themes, with the contrast of its colour. */
export function SitePreview({ draft, defaultName }: { draft: SiteSettings; defaultName: string }) {
  const tone = draft.accent !== null && COLOR.test(draft.accent) ? accentToneOf(draft.accent) : OWN_TONE
  const contrast = contrastOf(tone)
  return (
    <section aria-label="Preview" className="grid content-start gap-4 lg:sticky lg:top-20 lg:self-start">
      <h2 className="text-xl">Preview</h2>
      {THEMES.map(({ theme, label }) => (
        <figure
          key={theme}
          data-theme={theme}
          style={styleOf(tone)}
          className="overflow-hidden rounded-lg border border-border bg-bg"
        >
          {draft.banner !== null && (
            <p className="border-b border-border bg-accent-soft px-4 py-2 text-center text-sm wrap-anywhere text-text">
              {parseLine(draft.banner.text)
                .map(({ text }) => text)
                .join('')}
            </p>
          )}
          <div className="grid gap-3 p-4">
            <div className="flex items-center gap-2.5">
              <PreviewLogo draft={draft} theme={theme} />
              {(draft.logo === null || draft.showsName) && (
                <p className="font-display text-lg font-bold tracking-tight wrap-anywhere text-text">
                  {draft.name ?? defaultName}
                </p>
              )}
            </div>
            <p className="text-sm text-muted">
              Captions that pop. <span className="text-accent-text underline">A link</span>
            </p>
            <span className={classNames(buttonClass({ variant: 'primary' }), 'justify-self-start')}>Make captions</span>
          </div>
          <figcaption className="border-t border-border px-4 py-2 text-xs text-muted">
            {label}: text {contrast[theme].text}:1, button {contrast[theme].button}:1
          </figcaption>
        </figure>
      ))}
      <PreviewIcons draft={draft} />
    </section>
  )
}

/** The logo as the bar shows it; nothing for the built-in mark. */
function PreviewLogo({ draft: { logo, logoOnDark }, theme }: { draft: SiteSettings; theme: 'light' | 'dark' }) {
  if (logo === null) return null
  const { id } = theme === 'dark' ? (logoOnDark ?? logo) : logo
  return (
    <img src={sitePictureUrl(id, 'logo')} alt={`Logo, ${theme}`} className="h-7 max-w-40 object-contain object-left" />
  )
}

/** The icon in a tab and on a home screen; nothing for the built-in ones. */
function PreviewIcons({ draft: { icon, logo } }: { draft: SiteSettings }) {
  const shown = icon ?? logo
  if (shown === null) return null
  return (
    <div className="flex items-center gap-4 rounded-lg border border-border p-4 text-xs text-muted">
      <img src={sitePictureUrl(shown.id, 'tab')} alt="Icon in a tab" className="size-4" />
      In a tab
      <img src={sitePictureUrl(shown.id, 'apple')} alt="Icon on a home screen" className="size-12 rounded-xl" />
      On a home screen
    </div>
  )
}

function styleOf({ hue, strength }: AccentTone): CSSProperties {
  return Object.fromEntries([
    ['--site-hue', String(hue)],
    ['--site-strength', String(strength)],
  ])
}

const THEMES = [
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
] as const
