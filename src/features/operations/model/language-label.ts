/** The place of a language for sound whose language the engine detects. */
export const DETECTION = 'auto'

/** The English name of a language. @param code an ISO 639 code, or `auto` */
export function languageLabel(code: string): string {
  if (code === DETECTION) return 'Detect the language'
  return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' }).of(code) ?? code
}
