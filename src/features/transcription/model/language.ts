/** Requests language detection instead of a language. */
export const AUTO_LANGUAGE = 'auto'
/** The BCP 47 tag for an undetermined language. */
export const UNKNOWN_LANGUAGE = 'und'

/** The 25 languages of Parakeet v3. */
export const EUROPEAN_LANGUAGES = [
  ...['bg', 'hr', 'cs', 'da', 'nl', 'en', 'et', 'fi', 'fr', 'de', 'el', 'hu', 'it', 'lv', 'lt', 'mt', 'pl', 'pt'],
  ...['ro', 'ru', 'sk', 'sl', 'es', 'sv', 'uk'],
] as const

/** The languages of Whisper's training data, as ISO 639 codes. */
export const WHISPER_LANGUAGES = [
  ...['af', 'am', 'ar', 'as', 'az', 'ba', 'be', 'bg', 'bn', 'bo', 'br', 'bs', 'ca', 'cs', 'cy', 'da', 'de', 'el'],
  ...['en', 'es', 'et', 'eu', 'fa', 'fi', 'fo', 'fr', 'gl', 'gu', 'ha', 'haw', 'he', 'hi', 'hr', 'ht', 'hu', 'hy'],
  ...['id', 'is', 'it', 'ja', 'jw', 'ka', 'kk', 'km', 'kn', 'ko', 'la', 'lb', 'ln', 'lo', 'lt', 'lv', 'mg', 'mi'],
  ...['mk', 'ml', 'mn', 'mr', 'ms', 'mt', 'my', 'ne', 'nl', 'nn', 'no', 'oc', 'pa', 'pl', 'ps', 'pt', 'ro', 'ru'],
  ...['sa', 'sd', 'si', 'sk', 'sl', 'sn', 'so', 'sq', 'sr', 'su', 'sv', 'sw', 'ta', 'te', 'tg', 'th', 'tk', 'tl'],
  ...['tr', 'tt', 'uk', 'ur', 'uz', 'vi', 'yi', 'yo', 'zh', 'yue'],
] as const

/**
 * The primary language of a BCP 47 tag in lower case: `en` for `en-US`; `auto` and `und` for themselves.
 * Returns `und` for an invalid tag.
 */
export function baseLanguage(tag: string): string {
  const [primary = ''] = tag.trim().toLowerCase().split(/[-_]/u)
  if (primary === AUTO_LANGUAGE) return AUTO_LANGUAGE
  return /^[a-z]{2,3}$/u.test(primary) ? primary : UNKNOWN_LANGUAGE
}

/** The English name of a language, for messages; the tag itself when it has no name. */
export function languageName(tag: string): string {
  const base = baseLanguage(tag)
  if (base === AUTO_LANGUAGE || base === UNKNOWN_LANGUAGE) return 'this language'
  return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' }).of(base) ?? base
}
