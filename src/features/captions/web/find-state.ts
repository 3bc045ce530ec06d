import { type CaptionDocument, findText, type TextMatch, type TextQuery } from '../model/index.ts'

/** The find bar: what is looked for, what replaces it, and which match is the present one. */
export type FindState = TextQuery & {
  readonly open: boolean
  /** How often the person asked for the bar: each time the caret goes there. */
  readonly asked: number
  readonly replace: string
  readonly at: number
}

/** All matches of an open find bar. */
export function matchesOf(doc: CaptionDocument, find: FindState): readonly TextMatch[] {
  return find.open && find.find.trim() !== '' ? findText(doc.words, find) : []
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
