import { z } from 'zod'
import { LookPatch } from '#features/templates/model/index.ts'
import { WordIds } from '../edits/command-fields.ts'
import { derivedStyleId, isEmptyPatch } from '../derived-styles.ts'
import { changeCues } from '../edits/edit-cues.ts'
import { countText } from '../edits/label-text.ts'
import { cueIndex } from '../timing/spans.ts'
import { listSteps } from '../edits/step-costs.ts'
import { unstyled } from '../style-mentions.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Sets the whole style of captions; null removes it. Captions with equal patches share one style. */
export const setCueStyle = defineCommand({
  schema: z.strictObject({ type: z.literal('setCueStyle'), cueIds: WordIds, patch: LookPatch.nullable() }),
  label: ({ cueIds, patch }) =>
    `${patch === null ? 'Reset the style of' : 'Style'} ${countText(cueIds.length, 'caption')}`,
  steps: (doc, { cueIds }) => listSteps(doc, cueIds.length),
  edit(doc, { cueIds, patch }) {
    if (patch === null || isEmptyPatch(patch)) return changeCues(doc, cueIds, unstyled)
    const styleId = derivedStyleId(patch)
    return { ...changeCues(doc, cueIds, (cue) => ({ ...cue, styleId })), derivedStyles: [{ styleId, patch }] }
  },
  keepsPromises: true,
  isRestyling: true,
  footprint: { captions: 'hold', reads: READS_NOTHING },
  afterConflict: {
    ...REAPPLY_WHOLE,
    withoutDeleted(doc, command) {
      const cueIds = command.cueIds.filter((id) => cueIndex(doc, id) >= 0)
      return cueIds.length > 0 ? { ...command, cueIds } : undefined
    },
  },
})
