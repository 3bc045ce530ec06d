import { z } from 'zod'
import { WordIds } from '../edits/command-fields.ts'
import { placeOfWord, replaceWords } from '../edits/edit-words.ts'
import { countText } from '../edits/label-text.ts'
import { wordIndex } from '../timing/spans.ts'
import { cueSteps, listSteps } from '../edits/step-costs.ts'
import { defineCommand, READS_NOTHING } from './define-command.ts'

/** Deletes words; the others keep their times. */
export const deleteWords = defineCommand({
  schema: z.strictObject({ type: z.literal('deleteWords'), ids: WordIds }),
  label: ({ ids }) => `Delete ${countText(ids.length, 'word')}`,
  steps: (doc, { ids }) => listSteps(doc, ids.length) + cueSteps(doc, ids),
  edit: (doc, { ids }) => replaceWords(doc, new Map(ids.map((id) => [placeOfWord(doc, id), []]))),
  keepsPromises: true,
  isRestyling: false,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: {
    withoutDeleted(doc, command) {
      const ids = command.ids.filter((id) => wordIndex(doc, id) >= 0)
      return ids.length > 0 ? { ...command, ids } : undefined
    },
    isSame: ({ ids }, { wordIds, isDeleted }) => isDeleted && ids.every((id) => wordIds.has(id)),
  },
})
