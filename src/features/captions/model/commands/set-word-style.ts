import { z } from 'zod'
import { LookPatch } from '#features/templates/model/index.ts'
import { WordIds } from '../edits/command-fields.ts'
import { derivedStyleId, isEmptyPatch } from '../derived-styles.ts'
import { changeWords } from '../edits/edit-words.ts'
import { countText } from '../edits/label-text.ts'
import { wordIndex } from '../timing/spans.ts'
import { cueSteps, listSteps } from '../edits/step-costs.ts'
import { unstyled } from '../style-mentions.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Sets the whole style of words; null removes it. Words with equal patches share one style. */
export const setWordStyle = defineCommand({
  schema: z.strictObject({ type: z.literal('setWordStyle'), wordIds: WordIds, patch: LookPatch.nullable() }),
  label: ({ wordIds, patch }) =>
    `${patch === null ? 'Reset the style of' : 'Style'} ${countText(wordIds.length, 'word')}`,
  steps: (doc, { wordIds }) => listSteps(doc, wordIds.length) + cueSteps(doc, wordIds),
  edit(doc, { wordIds, patch }) {
    if (patch === null || isEmptyPatch(patch)) return changeWords(doc, wordIds, unstyled)
    const styleId = derivedStyleId(patch)
    return {
      ...changeWords(doc, wordIds, (word) => ({ ...word, styleId })),
      derivedStyles: [{ styleId, patch }],
    }
  },
  keepsPromises: true,
  isRestyling: true,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: {
    ...REAPPLY_WHOLE,
    withoutDeleted(doc, command) {
      const wordIds = command.wordIds.filter((id) => wordIndex(doc, id) >= 0)
      return wordIds.length > 0 ? { ...command, wordIds } : undefined
    },
  },
})
