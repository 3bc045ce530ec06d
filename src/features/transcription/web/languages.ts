import type { SelectOption } from '#ui/select.tsx'
import type { TranscriptionQuote } from '../model/contract.ts'
import { AUTO_LANGUAGE, baseLanguage, languageName, UNKNOWN_LANGUAGE } from '../model/language.ts'

type Engine = TranscriptionQuote['engines'][number]

/** The languages of all installed engines, sorted by name in the reader's locale, after the detect option. */
export function languageOptions(engines: readonly Engine[]): SelectOption<string>[] {
  const tags = [...new Set(engines.flatMap(({ languages }) => languages))].filter(
    (tag) => tag !== AUTO_LANGUAGE && tag !== UNKNOWN_LANGUAGE,
  )
  const named = tags
    .map((value) => ({ value, label: languageName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  // A single language leaves nothing to detect.
  return named.length === 1 ? named : [{ value: AUTO_LANGUAGE, label: 'Detect the language' }, ...named]
}

/** The first of these languages that the form offers; undefined if it offers none. */
export function wantedLanguage(engines: readonly Engine[], wanted: readonly string[]): string | undefined {
  const offered = languageOptions(engines)
  return wanted.find((tag) => offered.some(({ value }) => value === tag))
}

/** The engine for the language: the one that the site chose, or the best. */
export function engineFor(engines: readonly Engine[], language: string): Engine | undefined {
  const chosen = engines.find(({ defaultFor }) => defaultFor.some((tag) => speaks(tag, language)))
  if (chosen) return chosen
  const able =
    language === AUTO_LANGUAGE
      ? engines
      : engines.filter(({ languages }) => languages.some((tag) => speaks(tag, language)))
  return able.toSorted((a, b) => QUALITY[b.quality] - QUALITY[a.quality])[0]
}

function speaks(offered: string, wanted: string): boolean {
  return baseLanguage(offered) === baseLanguage(wanted)
}

const QUALITY = { draft: 0, good: 1, best: 2 }
