import { type CaptionDocument, findText, type TextMatch, type TextQuery } from '../model/index.ts'

/** The find bar: what is looked for, what replaces it, and which match is the present one. */
export type FindState = TextQuery & { readonly open: boolean; readonly replace: string; readonly at: number }

/** All matches of an open find bar. */
export function matchesOf(doc: CaptionDocument, find: FindState): readonly TextMatch[] {
  return find.open && find.find.trim() !== '' ? findText(doc.words, find) : []
}

/** The present match among `count`, from 0; the number of a find bar goes round. */
export function currentMatch(find: FindState, count: number): number {
  return count === 0 ? -1 : ((find.at % count) + count) % count
}
