import { toast } from '#platform/web/toasts.tsx'
import { editsBetween } from '../../model/index.ts'
import { nameOfVersion } from './version-text.ts'
import type { VersionsState } from './versions-context.tsx'

/** Turns the present captions into the viewed version, as one edit, and shows them. */
export function restoreViewed({ live, chosen, viewed, leave }: VersionsState): void {
  if (chosen === null || viewed === null) return
  const { store } = live
  const edits = editsBetween(store.getState().doc, viewed.document)
  const { revision, name } = chosen
  const commands = edits.map((edit) => ({
    type: 'restoreVersion' as const,
    revision,
    ...(name !== null && { name }),
    ...edit,
  }))
  if (!store.actions.edit(commands)) return
  leave()
  toast.success(`Restored the version of ${nameOfVersion(chosen)}. Undo brings back what you had.`)
}
