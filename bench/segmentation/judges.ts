import type { Recording } from './labelled.ts'
import type { Cut } from './splitters.ts'

/** How many places were judged, and how many of them are bad. */
export type Verdict = { readonly bad: number; readonly judged: number }
/** Tags of the words of each labelled caption of a recording; null where the tagger failed. */
export type Tags = readonly (readonly (readonly string[])[] | null)[]

/** The ends of a cut as the number of words before each of them. */
export function endsOf(cut: Cut): { readonly captions: readonly number[]; readonly lines: readonly number[] } {
  let place = 0
  const lines = cut.flat().map((count) => (place += count))
  let end = 0
  const captions = cut.map((counts) => (end += counts.reduce((sum, count) => sum + count, 0)))
  return { captions, lines }
}

/** Ends where the labels do not allow one. */
export function judgeByLabels({ mayEnd }: Recording, ends: readonly number[]): Verdict {
  return { bad: ends.filter((end) => mayEnd[end - 1] !== true).length, judged: ends.length }
}

/**
 * Ends that break a published rule, by parts of speech from a tagger of its own: never after a determiner, preposition,
 * conjunction or subject pronoun, between auxiliary and verb, negation and verb, adjective and noun, first and last
 * name, or number and unit.
 */
export function judgeByTags({ labelled }: Recording, tags: Tags, ends: readonly number[]): Verdict {
  const judgements = labelled.flatMap(({ words }, at) => {
    const own = tags[at]
    return words.map((word, place) => {
      if (own === null || own === undefined) return null
      const isLast = place === words.length - 1
      return !isLast && !/[,.?!;:]$/u.test(word) && belongTogether(own[place] ?? [], own[place + 1] ?? [])
    })
  })
  const judged = ends.flatMap((end) => judgements[end - 1] ?? [])
  return { bad: judged.filter((isBad) => isBad).length, judged: judged.length }
}

/** True where a rule forbids an end between two neighbouring words. */
function belongTogether(before: readonly string[], after: readonly string[]): boolean {
  const [is, next] = [(tag: string) => before.includes(tag), (tag: string) => after.includes(tag)]
  if (is('Determiner')) return next('Noun') || next('Adjective') || next('Value')
  if (is('Pronoun') && is('Possessive')) return next('Noun') || next('Adjective')
  if (is('Preposition')) return !next('Preposition') && !next('Conjunction')
  if (is('Conjunction')) return true
  if (is('Auxiliary') || is('Modal') || is('Negative')) return next('Verb') || next('Negative')
  if (is('Pronoun')) return next('Verb') && !is('Possessive')
  if (is('Adjective')) return next('Noun') && !next('Pronoun')
  if (is('FirstName')) return next('LastName') || next('ProperNoun')
  return is('Value') && next('Unit')
}
