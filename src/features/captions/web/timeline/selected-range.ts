import { type CaptionDocument, wordIndex } from '../../model/index.ts'
import type { Selection } from '../selection.ts'

/** Indexes of the first and last selected word; null for none. */
export function selectedRange(
  doc: CaptionDocument,
  { focus, anchor }: Selection,
): { readonly from: number; readonly to: number } | null {
  const ends = [focus, anchor].flatMap((id) => {
    const index = id === null ? -1 : wordIndex(doc, id)
    return index < 0 ? [] : [index]
  })
  return ends.length === 0 ? null : { from: Math.min(...ends), to: Math.max(...ends) }
}
