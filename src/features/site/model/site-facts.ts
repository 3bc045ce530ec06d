import type { Contacts, Site, SocialLinks } from '#platform/shared/contacts.ts'
import { accentToneOf } from './accent.ts'
import { sitePictureUrl } from './site-picture-files.ts'
import { type Fixable, type FixedSettings, isShowing, type SiteSettings } from './settings.ts'

/**
 * The site as pages show it: what the environment sets, then what operators set, then the defaults.
 * @param base the site with the values of the environment and the defaults
 * @param o.policies the texts that operators wrote
 * @param o.fixed the fields that the environment sets
 */
export function siteWith(
  base: Site,
  o: { settings: SiteSettings; policies: readonly string[]; fixed: FixedSettings; now: Date },
): Site {
  const { settings, policies, fixed, now } = o
  const chosen = (field: Fixable) => (fixed[field] === undefined ? (settings[field] ?? undefined) : undefined)
  const contacts: Contacts = {
    legal: chosen('legal') ?? base.contacts.legal,
    support: chosen('support') ?? base.contacts.support,
    general: chosen('general') ?? base.contacts.general,
  }
  const microblog = chosen('microblog') ?? base.links.microblog
  const chat = chosen('chat') ?? base.links.chat
  const links: SocialLinks = { ...(microblog !== undefined && { microblog }), ...(chat !== undefined && { chat }) }
  const texts = policies.length > 0 && { policies }
  return {
    ...base,
    contacts,
    links,
    ...texts,
    ...lookOf(settings),
    ...captionsOf(settings),
    ...noticeOf(settings, now),
  }
}

/** Identifies what {@link siteWith} returns: another version of the settings or of a text, or another day for the banner. */
export function siteVersion(
  o: { version: number; policies: readonly { policy: string; version: number }[] },
  now: Date,
): string {
  const versions = o.policies.map(({ policy, version }) => `${policy} ${version}`)
  // A banner begins and ends with a day.
  return [o.version, ...versions, now.toISOString().slice(0, 10)].join(' ')
}

function lookOf({ name, accent, ...marks }: SiteSettings): Pick<Site, 'name' | 'accent' | 'logo' | 'icons'> {
  return { ...(name !== null && { name }), ...(accent !== null && { accent: accentToneOf(accent) }), ...marksOf(marks) }
}

function marksOf(o: Pick<SiteSettings, 'logo' | 'logoOnDark' | 'icon' | 'showsName'>): Pick<Site, 'logo' | 'icons'> {
  const { logo, logoOnDark, showsName } = o
  const icon = o.icon ?? logo
  return {
    ...(logo !== null && {
      logo: {
        source: sitePictureUrl(logo.id, 'logo'),
        onDark: sitePictureUrl((logoOnDark ?? logo).id, 'logo'),
        width: logo.width,
        height: logo.height,
        showsName,
      },
    }),
    ...(icon !== null && {
      icons: {
        tab: sitePictureUrl(icon.id, 'tab'),
        apple: sitePictureUrl(icon.id, 'apple'),
        small: sitePictureUrl(icon.id, 'small'),
        large: sitePictureUrl(icon.id, 'large'),
      },
    }),
  }
}

function captionsOf({ captionLanguage, captionTemplate }: SiteSettings): Pick<Site, 'newCaptions'> {
  if (captionLanguage === null && captionTemplate === null) return {}
  return {
    newCaptions: {
      ...(captionLanguage !== null && { language: captionLanguage }),
      ...(captionTemplate !== null && { template: captionTemplate }),
    },
  }
}

function noticeOf({ banner }: SiteSettings, now: Date): Pick<Site, 'notice'> {
  if (banner === null || !isShowing(banner, now)) return {}
  return { notice: { text: banner.text, isDismissible: banner.isDismissible } }
}
