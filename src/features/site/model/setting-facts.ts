import { RetentionGroup, type RetentionPeriods } from '#features/billing/model/index.ts'
import { languageLabel } from '#features/operations/model/index.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import type { SiteBanner, SiteSettings } from './settings.ts'
import type { SitePicture } from './site-picture.ts'

/** The settings as facts of the action log and of the list of versions, each one text or null for the default. */
export function settingFacts({
  banner,
  logo,
  logoOnDark,
  icon,
  showsName,
  captionLanguage,
  retention,
  readLogDays,
  ...settings
}: SiteSettings): Readonly<Record<string, string | null>> {
  return {
    ...settings,
    logo: pictureFact(logo),
    logoOnDark: pictureFact(logoOnDark),
    icon: pictureFact(icon),
    nameBesideLogo: showsName ? null : 'hidden',
    captionLanguage: captionLanguage && languageLabel(captionLanguage),
    banner: banner === null ? null : bannerFact(banner),
    ...retentionFacts(retention),
    readLog: readLogDays === null ? null : pluralize(readLogDays, 'day'),
  }
}

/** `keptFree`, `keptEverybody` and so on, in days. */
function retentionFacts(periods: RetentionPeriods): Record<string, string | null> {
  return Object.fromEntries(
    RetentionGroup.options.map((group) => {
      const days = periods[group]
      const text = days === null ? 'until they are deleted' : pluralize(days ?? 0, 'day')
      return [`kept${group.charAt(0).toUpperCase()}${group.slice(1)}`, days === undefined ? null : text]
    }),
  )
}

/** With the beginning of its id: two pictures can have the same name. */
function pictureFact(picture: SitePicture | null): string | null {
  return picture === null ? null : `“${picture.name}” (${picture.id.slice(0, 4)})`
}

function bannerFact({ text, from, until, isDismissible }: SiteBanner): string {
  const days = from === null && until === null ? [] : [`${from ?? 'now'} to ${until ?? 'no end'}`]
  return [`“${text}”`, ...days, ...(isDismissible ? [] : ['stays'])].join(', ')
}
