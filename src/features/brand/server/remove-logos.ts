import type { Tx } from '#platform/server/db.ts'
import type { BrandDeps } from './deps.ts'
import { ERASE_LOGOS } from './erase-logos-job.ts'
import { deleteLogosOf, deleteRemovedLogos } from './logo-rows.ts'

/** How long a removed logo can be restored, and queued exports still find its file. */
const RESTORABLE_MS = 24 * 3_600_000
const BATCH = 100

/** Erases logos that were removed a day ago. Safe in several workers at once. */
export async function eraseRemovedLogos(tx: Tx, { jobs, now }: Pick<BrandDeps, 'jobs' | 'now'>): Promise<void> {
  const removed = await deleteRemovedLogos(tx, new Date(now().getTime() - RESTORABLE_MS), BATCH)
  for (const { ownerId, id } of removed)
    await jobs.enqueue(tx, ERASE_LOGOS, { ownerId, id }, { ownerId, subjectId: id })
}

/** Erases all logos of a deleted account, in the transaction that deletes it. */
export async function eraseLogosOf(tx: Tx, { jobs }: Pick<BrandDeps, 'jobs'>, userId: string): Promise<void> {
  const count = await deleteLogosOf(tx, userId)
  if (count > 0) await jobs.enqueue(tx, ERASE_LOGOS, { ownerId: userId }, { ownerId: userId, subjectId: userId })
}
