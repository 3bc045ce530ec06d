import type { RemovedWords } from '#features/captions/server/index.ts'
import { publishComments } from '#features/captions/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { moveAnchor } from '../model/index.ts'
import { listAnchors, updateAnchor } from './thread-rows.ts'

/** Moves comments on removed words to their neighbours, in the transaction that removes the words. */
export async function moveAnchors(tx: Tx, removed: RemovedWords): Promise<void> {
  const { projectId } = removed
  let isChanged = false
  for (const { threadId, ...anchor } of await listAnchors(tx, projectId)) {
    const moved = moveAnchor(anchor, removed)
    if (moved === anchor) continue
    await updateAnchor(tx, threadId, moved)
    isChanged = true
  }
  if (isChanged) await publishComments(tx, projectId)
}
