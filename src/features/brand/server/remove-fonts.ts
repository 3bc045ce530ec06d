import type { Tx } from '#platform/server/db.ts'
import type { BrandDeps } from './deps.ts'
import { ERASE_FONTS } from './erase-fonts-job.ts'
import { deleteFontsOf, deleteRemoved } from './font-rows.ts'

/** How long a removed font can be restored, and queued exports still find its file. */
const RESTORABLE_MS = 24 * 3_600_000
const BATCH = 100

/** Erases fonts that were removed a day ago. Safe in several workers at once. */
export async function eraseRemovedFonts(tx: Tx, { jobs, now }: Pick<BrandDeps, 'jobs' | 'now'>): Promise<void> {
  const removed = await deleteRemoved(tx, new Date(now().getTime() - RESTORABLE_MS), BATCH)
  for (const { ownerId, id } of removed)
    await jobs.enqueue(tx, ERASE_FONTS, { ownerId, id }, { ownerId, subjectId: id })
}

/** Erases all fonts of a deleted account, in the transaction that deletes it. */
export async function eraseFontsOf(tx: Tx, { jobs }: Pick<BrandDeps, 'jobs'>, userId: string): Promise<void> {
  const count = await deleteFontsOf(tx, userId)
  if (count > 0) await jobs.enqueue(tx, ERASE_FONTS, { ownerId: userId }, { ownerId: userId, subjectId: userId })
}
