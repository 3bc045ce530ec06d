import type { Word } from '../document.ts'

/** A text search. Blanks in `find` match any space between words. */
export type TextQuery = { readonly find: string; readonly matchCase: boolean; readonly wholeWords: boolean }

/** One match: the indexes of its first and last word, and its range within their joined text. */
export type TextMatch = { readonly first: number; readonly last: number; readonly start: number; readonly end: number }

/** All matches, in order, none overlapping; a match may run over several words. */
export function findText(words: readonly Word[], query: TextQuery): TextMatch[] {
  const pattern = patternOf(query)
  if (pattern === undefined) return []
  const { text, starts } = joined(words)
  const matches: TextMatch[] = []
  let first = 0
  for (const found of text.matchAll(pattern)) {
    const end = found.index + found[0].length
    while ((starts[first + 1] ?? Number.POSITIVE_INFINITY) <= found.index) first += 1
    let last = first
    while ((starts[last + 1] ?? Number.POSITIVE_INFINITY) < end) last += 1
    const base = starts[first] ?? 0
    matches.push({ first, last, start: found.index - base, end: end - base })
  }
  return matches
}

function patternOf({ find, matchCase, wholeWords }: TextQuery): RegExp | undefined {
  const parts = find
    .trim()
    .split(/\s+/u)
    .filter((part) => part !== '')
  if (parts.length === 0) return undefined
  const exact = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join(' ')
  const whole = wholeWords ? String.raw`(?<![\p{L}\p{N}])${exact}(?![\p{L}\p{N}])` : exact
  return new RegExp(whole, matchCase ? 'gu' : 'giu')
}

function joined(words: readonly Word[]): { text: string; starts: number[] } {
  const pieces: string[] = []
  const starts: number[] = []
  let length = 0
  for (const [at, word] of words.entries()) {
    const space = at > 0 && word.join === 'space' ? ' ' : ''
    starts.push(length + space.length)
    pieces.push(space, word.text)
    length += space.length + word.text.length
  }
  return { text: pieces.join(''), starts }
}
