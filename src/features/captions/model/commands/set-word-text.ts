import { z } from 'zod'
import { Id } from '../edits/command-fields.ts'
import { WordText } from '../document.ts'
import { placeOfWord, replaceWords, wordAt } from '../edits/edit-words.ts'
import { quoteText } from '../edits/label-text.ts'
import { cueSteps } from '../edits/step-costs.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Corrects the text of a word; its time stays. */
export const setWordText = defineCommand({
  schema: z.strictObject({ type: z.literal('setWordText'), id: Id, text: WordText }),
  label: ({ text }) => `Change a word to ${quoteText(text)}`,
  steps: (doc, { id }) => cueSteps(doc, [id]),
  edit(doc, { id, text }) {
    const place = placeOfWord(doc, id)
    return replaceWords(doc, new Map([[place, [{ ...wordAt(doc, place), text }]]]))
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: {
    ...REAPPLY_WHOLE,
    isSame: ({ id }, { wordIds, isDeleted }) => !isDeleted && wordIds.has(id),
  },
})
