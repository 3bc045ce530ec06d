import { z } from 'zod'
import { Limits } from '../document/qc.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

const { leadInMs, lingerMs } = Limits.shape

/** Changes limits of all captions; null removes one. */
export const setLimits = defineCommand({
  schema: z.strictObject({
    type: z.literal('setLimits'),
    limits: z.strictObject({ leadInMs: leadInMs.nullable(), lingerMs: lingerMs.nullable() }),
  }),
  label: () => 'Change the timing of captions',
  steps: () => 1,
  edit(doc, { limits }) {
    const wanted = Object.entries({ ...doc.qc.limits, ...limits }).filter(([, value]) => (value ?? null) !== null)
    return { parts: { limits: wanted.length === 0 ? null : Limits.parse(Object.fromEntries(wanted)) } }
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})
