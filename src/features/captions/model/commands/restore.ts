import { z } from 'zod'
import { Edit } from '../edits/edit.ts'
import { lostNames, withKnownNames } from '../parts/known-names.ts'
import { checkSteps, listSteps } from '../edits/step-costs.ts'
import { defineCommand, REAPPLY_WHOLE } from './define-command.ts'

/**
 * Applies an edit exactly as given: the inverse of every other command. Restored words and cues lose references to
 * styles and speakers that were removed since.
 */
export const restore = defineCommand({
  schema: z.strictObject({ type: z.literal('restore'), ...Edit.shape }),
  label: () => 'Undo an edit',
  steps(doc, { words = [], cues = [], parts = {} }) {
    const items = [...words, ...cues].reduce((sum, { remove, insert }) => sum + 1 + remove.length + insert.length, 0)
    return listSteps(doc, items + countObjects(parts)) + checkSteps(doc)
  },
  edit(doc, command) {
    const { type: _, ...edit } = command
    return withKnownNames(doc, edit)
  },
  keepsPromises: false,
  isRestyling: false,
  footprint: { captions: 'restore', reads: lostNames },
  afterConflict: REAPPLY_WHOLE,
})

/** Whether a command restores an edit, as the inverse of every other command does. */
export function isRestore(command: { readonly type: string }): command is z.output<typeof restore.schema> {
  return command.type === 'restore'
}

/** The number of objects in a value: a measure for the cost of applying and checking it. */
function countObjects(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part: unknown) => sum + countObjects(part), 1)
}
