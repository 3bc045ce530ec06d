import { z } from 'zod'
import { LookPatch } from '#features/templates/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { Id } from '../command-fields.ts'
import { isDerivedStyle } from '../derived-styles.ts'
import { checkSteps } from '../step-costs.ts'
import { withoutMentions } from '../style-mentions.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Replaces one patch of `styles` under a given id; null removes it and all references to it. */
export const setStyle = defineCommand({
  schema: z.strictObject({ type: z.literal('setStyle'), styleId: Id, patch: LookPatch.nullable() }),
  label: ({ patch }) => (patch === null ? 'Reset the style' : 'Change the style'),
  steps: (doc, { patch }) => Object.keys(doc.styles).length + (patch === null ? checkSteps(doc) : 0),
  edit(doc, { styleId, patch }) {
    if (isDerivedStyle(styleId))
      throw new AppError('unprocessable', 'Set the style of the words or captions instead.', { style: styleId })
    return { style: { styleId, patch }, ...(patch === null && withoutMentions(doc, styleId)) }
  },
  keepsPromises: true,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})
