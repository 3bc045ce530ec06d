import { english } from './english.ts'
import { dutch, german } from './germanic.ts'
import { french, italian, portuguese, spanish } from './romance.ts'
import type { Phrases } from './phrases.ts'

const byLanguage: Readonly<Record<string, Phrases>> = {
  en: english,
  de: german,
  nl: dutch,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
}

/** The word classes of a language; the English ones for other languages. */
export function phrasesOf(lang: string): Phrases {
  return byLanguage[lang.split('-')[0]?.toLowerCase() ?? ''] ?? english
}
