import type { SiteBanner, SiteSettings } from './settings.ts'

/** The settings as facts of the action log and of the list of versions, each one text or null for the default. */
export function settingFacts({ banner, ...settings }: SiteSettings): Readonly<Record<string, string | null>> {
  return { ...settings, banner: banner === null ? null : bannerFact(banner) }
}

function bannerFact({ text, from, until, isDismissible }: SiteBanner): string {
  const days = from === null && until === null ? [] : [`${from ?? 'now'} to ${until ?? 'no end'}`]
  return [`“${text}”`, ...days, ...(isDismissible ? [] : ['stays'])].join(', ')
}
