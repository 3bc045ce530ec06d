import { applyEdit } from './apply-edit.ts'
import { type CaptionDocument, cuesOf, withCues } from '../document.ts'
import type { Edit } from './edit.ts'
import { spliceInPlace } from './splices.ts'

/**
 * Repeats saved effects in order. Runs no checks: the effects passed them when they were saved. Copies words and
 * captions once for all effects. The caller sets `rev`.
 * @throws AppError `unprocessable` when the effects belong to another document
 */
export function replayEffects(doc: CaptionDocument, effects: readonly Edit[]): CaptionDocument {
  const words = [...doc.words]
  const cues = [...cuesOf(doc)]
  let settings = doc
  for (const { words: wordSplices = [], cues: cueSplices = [], ...others } of effects) {
    spliceInPlace(words, wordSplices)
    spliceInPlace(cues, cueSplices)
    settings = applyEdit(settings, others).doc
  }
  return withCues({ ...settings, words }, cues)
}
