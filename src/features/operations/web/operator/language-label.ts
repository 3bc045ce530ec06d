/** The English name of a language. @param code an ISO 639 code */
export function languageLabel(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' }).of(code) ?? code
}
