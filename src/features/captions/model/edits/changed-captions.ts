import { type CaptionDocument, cuesOf } from '../document.ts'
import { textOf, wordIndex, wordsOf } from '../timing/spans.ts'

/** The texts of the captions in `after` with words that `before` does not have, or has with another text. */
export function changedCaptions(before: CaptionDocument, after: CaptionDocument): string[] {
  if (before.words === after.words) return []
  return cuesOf(after).flatMap((cue) => {
    const words = wordsOf(after, cue)
    return words.some(({ id, text }) => before.words[wordIndex(before, id)]?.text !== text) ? [textOf(words)] : []
  })
}
