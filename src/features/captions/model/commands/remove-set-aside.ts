import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Id } from '../edits/command-fields.ts'
import { MOST_PARTS } from '../document/limits.ts'
import { countText } from '../edits/label-text.ts'
import { checkSteps } from '../edits/step-costs.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Removes texts that are set aside. */
export const removeSetAside = defineCommand({
  schema: z.strictObject({ type: z.literal('removeSetAside'), ids: z.array(Id).min(1).max(MOST_PARTS.setAside) }),
  label: ({ ids }) => `Drop ${countText(ids.length, 'text')} set aside`,
  steps: (doc) => checkSteps(doc) + (doc.setAside?.length ?? 0),
  edit({ setAside = [] }, { ids }) {
    const wanted = new Set(ids)
    const removed = setAside.filter(({ id }) => wanted.delete(id))
    const [missing] = wanted
    if (missing !== undefined)
      throw new AppError('unprocessable', 'That text is no longer set aside.', { setAside: missing })
    return { parts: { setAside: removed.map(({ id }) => ({ after: null, remove: [id], insert: [] })) } }
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})
