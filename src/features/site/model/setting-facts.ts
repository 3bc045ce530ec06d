import { languageLabel } from '#features/operations/model/index.ts'
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
  }
}

/** With the beginning of its id: two pictures can have the same name. */
function pictureFact(picture: SitePicture | null): string | null {
  return picture === null ? null : `“${picture.name}” (${picture.id.slice(0, 4)})`
}

function bannerFact({ text, from, until, isDismissible }: SiteBanner): string {
  const days = from === null && until === null ? [] : [`${from ?? 'now'} to ${until ?? 'no end'}`]
  return [`“${text}”`, ...days, ...(isDismissible ? [] : ['stays'])].join(', ')
}
