import { z } from 'zod'
import { WordIds } from '../edits/command-fields.ts'
import { Censoring } from '../document.ts'
import { changeWords } from '../edits/edit-words.ts'
import { countText } from '../edits/label-text.ts'
import { wordIndex } from '../timing/spans.ts'
import { cueSteps, listSteps } from '../edits/step-costs.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Censors the text and sound of words; null shows and plays them again. */
export const setCensoring = defineCommand({
  schema: z.strictObject({ type: z.literal('setCensoring'), wordIds: WordIds, censored: Censoring.nullable() }),
  label: ({ wordIds, censored }) =>
    censored === null
      ? `Stop censoring ${countText(wordIds.length, 'word')}`
      : `Censor ${countText(wordIds.length, 'word')}`,
  steps: (doc, { wordIds }) => listSteps(doc, wordIds.length) + cueSteps(doc, wordIds),
  edit: (doc, { wordIds, censored }) =>
    changeWords(doc, wordIds, (word) => {
      const { censored: _, ...plain } = word
      return censored === null || Object.keys(censored).length === 0 ? plain : { ...plain, censored }
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
