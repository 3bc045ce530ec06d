import type { CarriedCaptions } from '#features/captions/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { moveAnchors } from './move-anchors.ts'
import { copyThreadRows } from './thread-rows.ts'

/**
 * Copies the comments of an earlier cut of a video to a new one, in the transaction that carries the captions over.
 * Those on lost words stand beside the words around them. A cut that has comments of its own gets none.
 */
export async function copyThreads(tx: Tx, { from, to, removed }: CarriedCaptions): Promise<void> {
  await copyThreadRows(tx, { from, to })
  await moveAnchors(tx, removed)
}
