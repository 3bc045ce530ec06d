import { usePreference } from '#features/accounts/web/index.ts'
import type { FirstLanguage } from '#features/transcription/web/index.ts'
import { useSite } from '#platform/web/use-site.ts'

/**
 * The language with which captions begin on a site that has a default: the one that this person chose last, else the
 * default. Undefined on other sites, which detect the language of each video.
 */
export function useFirstLanguage(): FirstLanguage | undefined {
  const ofSite = useSite()?.newCaptions?.language
  const { value, set } = usePreference('captionLanguage')
  if (ofSite === undefined) return undefined
  return { wanted: typeof value === 'string' ? [value, ofSite] : [ofSite], onChosen: set }
}
