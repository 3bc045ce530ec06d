import type { Tx } from '#platform/server/db.ts'
import { deleteRemovedLooks } from './collection-rows.ts'

/** How long a removed look can be restored. */
const RESTORABLE_MS = 24 * 3_600_000
const BATCH = 500

/** Erases looks that were removed a day ago. Safe in several workers at once. */
export async function eraseRemovedLooks(tx: Tx, now: Date): Promise<void> {
  await deleteRemovedLooks(tx, new Date(now.getTime() - RESTORABLE_MS), BATCH)
}
