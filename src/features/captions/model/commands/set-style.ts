import { z } from 'zod'
import { LookPatch } from '#features/templates/model/index.ts'
import { Id } from '../command-fields.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Replaces one patch of `styles`; null removes it. */
export const setStyle = defineCommand({
  schema: z.strictObject({ type: z.literal('setStyle'), styleId: Id, patch: LookPatch.nullable() }),
  label: ({ patch }) => (patch === null ? 'Reset the style' : 'Change the style'),
  steps: (doc) => Object.keys(doc.styles).length,
  edit: (_doc, { styleId, patch }) => ({ style: { styleId, patch } }),
  keepsPromises: true,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})
