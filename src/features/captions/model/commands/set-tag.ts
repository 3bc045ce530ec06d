import { z } from 'zod'
import { WordIds } from '../edits/command-fields.ts'
import { WordTag } from '../document.ts'
import { changeWords } from '../edits/edit-words.ts'
import { countText } from '../edits/label-text.ts'
import { wordIndex } from '../timing/spans.ts'
import { cueSteps, listSteps } from '../edits/step-costs.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Adds a tag to words, or removes it. */
export const setTag = defineCommand({
  schema: z.strictObject({ type: z.literal('setTag'), ids: WordIds, tag: WordTag, on: z.boolean() }),
  label: ({ ids, tag, on }) => `${on ? 'Mark' : 'Unmark'} ${countText(ids.length, 'word')} as ${tag}`,
  steps: (doc, { ids }) => listSteps(doc, ids.length) + cueSteps(doc, ids),
  edit(doc, { ids, tag, on }) {
    return changeWords(doc, ids, (word) => {
      const others = word.tags.filter((held) => held !== tag)
      return { ...word, tags: on ? [...others, tag] : others }
    })
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: {
    ...REAPPLY_WHOLE,
    withoutDeleted(doc, command) {
      const ids = command.ids.filter((id) => wordIndex(doc, id) >= 0)
      return ids.length > 0 ? { ...command, ids } : undefined
    },
  },
})
