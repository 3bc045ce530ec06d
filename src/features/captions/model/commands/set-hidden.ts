import { z } from 'zod'
import { WordIds } from '../edits/command-fields.ts'
import { changeWords } from '../edits/edit-words.ts'
import { countText } from '../edits/label-text.ts'
import { wordIndex } from '../timing/spans.ts'
import { cueSteps, listSteps } from '../edits/step-costs.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Hides words from the picture and the caption files, or shows them again; they keep their sound and time. */
export const setHidden = defineCommand({
  schema: z.strictObject({ type: z.literal('setHidden'), wordIds: WordIds, hidden: z.boolean() }),
  label: ({ wordIds, hidden }) => `${hidden ? 'Hide' : 'Show'} ${countText(wordIds.length, 'word')}`,
  steps: (doc, { wordIds }) => listSteps(doc, wordIds.length) + cueSteps(doc, wordIds),
  edit: (doc, { wordIds, hidden }) =>
    changeWords(doc, wordIds, (word) => {
      const { hidden: _, ...shown } = word
      return hidden ? { ...shown, hidden } : shown
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
