import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Id } from '../edits/command-fields.ts'
import type { CaptionDocument, Word } from '../document.ts'
import { changeWords, placeOfWord } from '../edits/edit-words.ts'
import type { Part } from '../edits/footprint.ts'
import { countText } from '../edits/label-text.ts'
import { wordIndex } from '../timing/spans.ts'
import { cueSteps, listSteps } from '../edits/step-costs.ts'
import { defineCommand, REAPPLY_WHOLE } from './define-command.ts'

/** Sets who speaks a range of words; null for nobody. A range of two hours is as short as one of two words. */
export const setSpeaker = defineCommand({
  schema: z.strictObject({ type: z.literal('setSpeaker'), from: Id, to: Id, speaker: Id.nullable() }),
  label({ speaker }, inverse) {
    const count = inverse?.words?.reduce((sum, { insert }) => sum + insert.length, 0) ?? 0
    const words = count === 0 ? 'words' : countText(count, 'word')
    return `${speaker === null ? 'Remove' : 'Set'} the speaker of ${words}`
  },
  steps(doc, { from, to }) {
    const ids = wordsBetween(doc, from, to).map(({ id }) => id)
    return listSteps(doc, ids.length) + cueSteps(doc, ids)
  },
  edit(doc, { from, to, speaker }) {
    if (speaker !== null && doc.speakers?.some(({ id }) => id === speaker) !== true)
      throw new AppError('unprocessable', 'That speaker no longer exists.', { speaker })
    if (placeOfWord(doc, to) < placeOfWord(doc, from))
      throw new AppError('unprocessable', 'The last of these words comes before the first.')
    const changed = wordsBetween(doc, from, to).filter((word) => (word.speaker ?? null) !== speaker)
    const ids = changed.map(({ id }) => id)
    return ids.length === 0 ? {} : changeWords(doc, ids, (word) => withSpeaker(word, speaker))
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: {
    captions: 'follow',
    // Also words that have this speaker already, and those that are in the range: somebody else may change either.
    reads: (doc, { from, to, speaker }) => [
      ...wordsBetween(doc, from, to).flatMap(({ id }): Part[] =>
        id === to ? [`speaker:${id}`] : [`speaker:${id}`, `next:${id}`],
      ),
      ...(speaker === null ? [] : [`exists:speaker:${speaker}` as const]),
    ],
  },
  afterConflict: REAPPLY_WHOLE,
})

/** The word with another speaker; null for none. */
export function withSpeaker(word: Word, speaker: string | null): Word {
  const { speaker: _, ...plain } = word
  return speaker === null ? plain : { ...plain, speaker }
}

/** The words from one to another; none if one of them is missing. */
function wordsBetween(doc: CaptionDocument, from: string, to: string): readonly Word[] {
  const [first, last] = [wordIndex(doc, from), wordIndex(doc, to)]
  return first < 0 || last < 0 ? [] : doc.words.slice(first, last + 1)
}
