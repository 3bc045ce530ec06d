import { type CaptionDocument, findText, type TextMatch, type TextQuery } from '../model/index.ts'

/** The find bar: what is looked for, what replaces it, and which match is the present one. */
export type FindState = TextQuery & {
  readonly open: boolean
  /** How often the person asked for the bar: each time the caret goes there. */
  readonly asked: number
  readonly replace: string
  readonly at: number
}

/** The last search in these words: the transcript and the find bar ask for the same one. */
const lastSearches = new WeakMap<CaptionDocument['words'], { query: TextQuery; matches: readonly TextMatch[] }>()

/** All matches of an open find bar. */
export function matchesOf({ words }: CaptionDocument, find: FindState): readonly TextMatch[] {
  if (!find.open || find.find.trim() === '') return []
  const known = lastSearches.get(words)
  if (known !== undefined && isSameQuery(known.query, find)) return known.matches
  const matches = findText(words, find)
  lastSearches.set(words, { query: find, matches })
  return matches
}

function isSameQuery(one: TextQuery, other: TextQuery): boolean {
  return one.find === other.find && one.matchCase === other.matchCase && one.wholeWords === other.wholeWords
}

/** The present match among `count`, from 0; the number of a find bar goes round. */
export function currentMatch(find: FindState, count: number): number {
  return count === 0 ? -1 : ((find.at % count) + count) % count
}

/**
 * The match after one that was replaced. Where the new text holds what is looked for, it is not the new text: Replace
 * would change the same words for ever.
 * @param replaced the match, on the captions `before` it was replaced
 */
export function matchAfter(
  replaced: TextMatch,
  before: CaptionDocument,
  after: CaptionDocument,
  find: FindState,
): number {
  const behind = before.words.length - 1 - replaced.last
  const next = matchesOf(after, find).findIndex(({ first }) => first >= after.words.length - behind)
  return Math.max(0, next)
}
