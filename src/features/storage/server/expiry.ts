import { emailOf } from '#features/accounts/server/index.ts'
import { type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { EXPIRY_NOTICE_MS, NOTICE_BATCH_MS } from '../model/index.ts'
import type { ExpiringVideo, StorageDeps } from './deps.ts'
import { filesExpiringMail } from './mails.ts'

type ExpiryDeps = RetentionDeps & Pick<StorageDeps, 'videoExpiry'>

type RetentionDeps = { readonly limits: Pick<StorageDeps['limits'], 'storage'> }

/** How long a file that an owner adds now is stored, in milliseconds; null for ever. */
export async function retentionOf(q: Queryable, { limits }: RetentionDeps, ownerId: string): Promise<number | null> {
  return (await limits.storage(q, ownerId)).retentionMs
}

/**
 * Runs in the transaction of a plan change: what the new plan stores longer stays so. A later downgrade deletes nothing
 * earlier (product §5).
 */
export async function onPlanChanged(tx: Tx, deps: ExpiryDeps, userId: string): Promise<void> {
  await extendExpiries(tx, deps, userId)
}

/**
 * Notifies owners of files that expire within three days, once, and deletes expired ones. @returns the number deleted
 */
export async function expireFiles(deps: StorageDeps): Promise<number> {
  while ((await transaction(deps.db, (tx) => notifyOwners(tx, deps))) > 0);
  let ended = 0
  for (;;) {
    const some = await transaction(deps.db, (tx) => expireBatch(tx, deps))
    ended += some.ended
    if (some.seen === 0) return ended
  }
}

/** @returns the number of videos handled */
async function notifyOwners(tx: Tx, deps: StorageDeps): Promise<number> {
  const { videoExpiry, mail, publicUrl, now } = deps
  const soon = now().getTime() + EXPIRY_NOTICE_MS
  const first = await videoExpiry.listUnnotified(tx, new Date(soon))
  for (const ownerId of new Set(first.map((video) => video.ownerId))) {
    await extendExpiries(tx, deps, ownerId)
    const videos = await videoExpiry.listUnnotified(tx, new Date(soon + NOTICE_BATCH_MS), ownerId)
    const to = await emailOf(tx, ownerId)
    const [earliest] = videos
    if (to !== undefined && earliest !== undefined) {
      const key = `storage-ending:${earliest.id}:${earliest.expiresAt.toISOString()}`
      await mail.send(tx, {
        ...filesExpiringMail(videos, { to, publicUrl, ...(await deps.limits.retention(tx, ownerId)) }),
        key,
      })
    }
    await videoExpiry.markNotified(
      tx,
      videos.map(({ id }) => id),
      now(),
    )
  }
  return first.length
}

async function expireBatch(tx: Tx, deps: StorageDeps): Promise<{ seen: number; ended: number }> {
  const { videoExpiry, now } = deps
  const at = now()
  const due = await videoExpiry.listExpired(tx, { now: at, notifiedBefore: new Date(at.getTime() - EXPIRY_NOTICE_MS) })
  let ended = 0
  for (const [ownerId, videos] of Map.groupBy(due, (video) => video.ownerId)) {
    const extended = await extendExpiries(tx, deps, ownerId)
    const expired = extended === 'all' ? [] : videos.filter(({ id }) => !extended.includes(id))
    for (const { id } of expired) await videoExpiry.deleteVideo(tx, id)
    ended += expired.length
  }
  return { seen: due.length, ended }
}

/**
 * Applied right before a notice and a deletion: a longer period counts for stored videos too, whether a plan, a contract
 * or an operator brought it, and even without an event. @returns the videos that now expire later
 */
async function extendExpiries(
  tx: Tx,
  deps: ExpiryDeps,
  ownerId: ExpiringVideo['ownerId'],
): Promise<'all' | readonly string[]> {
  return moveExpiries(tx, deps, { ownerId, retentionMs: await retentionOf(tx, deps, ownerId) })
}

/**
 * Moves earlier expiries of an owner to `retentionMs` after each upload; null clears them.
 * @param o.addedBefore leaves out videos added from then on; default none
 * @returns the videos that now expire later
 */
export async function moveExpiries(
  tx: Tx,
  { videoExpiry }: Pick<StorageDeps, 'videoExpiry'>,
  { ownerId, retentionMs, addedBefore }: { ownerId: string; retentionMs: number | null; addedBefore?: Date },
): Promise<'all' | readonly string[]> {
  if (retentionMs !== null) return videoExpiry.extendExpiry(tx, { ownerId, retentionMs, addedBefore })
  await videoExpiry.clearExpiry(tx, ownerId, addedBefore)
  return 'all'
}
