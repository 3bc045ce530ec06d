import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Id, TypedWord } from '../edits/command-fields.ts'
import type { Word } from '../document.ts'
import { placeOfWord, replaceWords, typedWord, wordAt } from '../edits/edit-words.ts'
import { countText } from '../edits/label-text.ts'
import { cueSteps, typedSteps } from '../edits/step-costs.ts'
import { shareSpan } from '../timing/timing.ts'
import { inheritedParts } from '../parts/word-parts.ts'
import { defineCommand, REAPPLY_WHOLE } from './define-command.ts'

/** Splits a word into parts that share its time by syllables; the first part keeps its id and its decor. */
export const splitWord = defineCommand({
  schema: z.strictObject({ type: z.literal('splitWord'), id: Id, parts: z.array(TypedWord).min(2).max(200) }),
  label: ({ parts }) => `Split a word into ${countText(parts.length, 'word')}`,
  steps: (doc, { id, parts }) => cueSteps(doc, [id]) + typedSteps(parts),
  edit(doc, { id, parts }) {
    const place = placeOfWord(doc, id)
    const word = wordAt(doc, place)
    if (parts[0]?.id !== id)
      throw new AppError('unprocessable', 'The first part of a split word keeps its id.', { word: id })
    const spans = shareSpan(
      word,
      parts.map(({ text }) => text),
    )
    const words = parts.map((part, at): Word => {
      const time = { t0: spans[at]?.t0 ?? word.t0, t1: spans[at]?.t1 ?? word.t1 }
      return at === 0
        ? { ...word, ...time, text: part.text, timing: 'interpolated' }
        : { ...typedWord(part, parts[at - 1]?.text, time), ...inheritedParts(word) }
    })
    return replaceWords(doc, new Map([[place, words]]))
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: { captions: 'follow', reads: (_doc, { id }) => [`speaker:${id}`] },
  afterConflict: REAPPLY_WHOLE,
})
