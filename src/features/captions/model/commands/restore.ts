import { z } from 'zod'
import { Edit } from '../edit.ts'
import { checkSteps, listSteps } from '../step-costs.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Makes an edit exactly as it is given: the inverse of every other command. */
export const restore = defineCommand({
  schema: z.strictObject({ type: z.literal('restore'), ...Edit.shape }),
  label: () => 'Restore captions',
  steps(doc, { words = [], cues = [] }) {
    const items = [...words, ...cues].reduce((sum, { remove, insert }) => sum + 1 + remove.length + insert.length, 0)
    return listSteps(doc, items) + checkSteps(doc)
  },
  edit(_doc, command) {
    const { type: _, ...edit } = command
    return edit
  },
  keepsPromises: false,
  footprint: { captions: 'restore', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})
