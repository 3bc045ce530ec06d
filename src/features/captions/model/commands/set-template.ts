import { z } from 'zod'
import { TemplateRef } from '../document.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Chooses the template of the document. */
export const setTemplate = defineCommand({
  schema: z.strictObject({ type: z.literal('setTemplate'), template: TemplateRef }),
  label: () => 'Change the template',
  steps: () => 0,
  edit: (_doc, { template }) => ({ template }),
  keepsPromises: true,
  isRestyling: true,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})
