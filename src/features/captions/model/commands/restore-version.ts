import { z } from 'zod'
import { Edit } from '../edits/edit.ts'
import { lostNames } from '../parts/known-names.ts'
import { quoteText } from '../edits/label-text.ts'
import { Revision, VersionName } from '../versions/version.ts'
import { defineCommand, REAPPLY_WHOLE } from './define-command.ts'
import { restore } from './restore.ts'

/** Brings back an earlier version: one of the edits that turn the present captions into it (`editsBetween`). */
export const restoreVersion = defineCommand({
  schema: z.strictObject({
    type: z.literal('restoreVersion'),
    revision: Revision,
    /** The name of the version, for the history. */
    name: VersionName.optional(),
    ...Edit.shape,
  }),
  label: ({ name }) => (name === undefined ? 'Restore an earlier version' : `Restore the version ${quoteText(name)}`),
  steps: (doc, command) => restore.steps(doc, asRestore(command)),
  edit: (doc, command) => restore.edit(doc, asRestore(command)),
  keepsPromises: false,
  isRestyling: false,
  footprint: { captions: 'restore', reads: (doc, command) => lostNames(doc, asRestore(command)) },
  afterConflict: REAPPLY_WHOLE,
})

function asRestore(command: { readonly revision: number; readonly name?: string | undefined } & Edit) {
  const { revision: _, name: __, ...edit } = command
  return { ...edit, type: 'restore' as const }
}
