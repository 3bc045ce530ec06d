import { z } from 'zod'
import { Id, WordIds } from '../edits/command-fields.ts'
import { changeWords } from '../edits/edit-words.ts'
import { countText } from '../edits/label-text.ts'
import { wordIndex } from '../timing/spans.ts'
import { cueSteps, listSteps } from '../edits/step-costs.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Removes the decor of words: one item, or all. Decor that is gone already is no conflict. */
export const removeDecor = defineCommand({
  schema: z.strictObject({
    type: z.literal('removeDecor'),
    wordIds: WordIds,
    /** Default: all. */
    decorId: Id.optional(),
  }),
  label: ({ wordIds, decorId }) =>
    decorId === undefined
      ? `Remove the emoji of ${countText(wordIds.length, 'word')}`
      : `Remove an emoji or picture of ${countText(wordIds.length, 'word')}`,
  steps: (doc, { wordIds }) => listSteps(doc, wordIds.length) + cueSteps(doc, wordIds),
  edit: (doc, { wordIds, decorId }) =>
    changeWords(doc, wordIds, (word) => {
      const { decor = [], ...plain } = word
      const rest = decorId === undefined ? [] : decor.filter(({ id }) => id !== decorId)
      return rest.length === 0 ? plain : { ...plain, decor: rest }
    }),
  keepsPromises: true,
  isRestyling: false,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: {
    ...REAPPLY_WHOLE,
    withoutDeleted(doc, command) {
      const wordIds = command.wordIds.filter((id) => wordIndex(doc, id) >= 0)
      return wordIds.length > 0 ? { ...command, wordIds } : undefined
    },
  },
})
