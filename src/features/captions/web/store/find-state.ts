import { type CaptionDocument, findText, type TextMatch, type TextQuery } from '../../model/index.ts'

/** The state of the find bar: the search, its replacement and the current match. */
export type FindState = TextQuery & {
  readonly open: boolean
  /** Number of requests for the bar: each one focuses it. */
  readonly asked: number
  readonly replace: string
  readonly at: number
}

/** The last search in these words, shared by the transcript and the find bar. */
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

/** The index of the current match among `count`, which wraps around. */
export function currentMatch(find: FindState, count: number): number {
  return count === 0 ? -1 : ((find.at % count) + count) % count
}

/**
 * The next match after a replacement. Skips the new text, which may itself match: Replace would change it for ever.
 * @param replaced the match in the captions `before` the replacement
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
