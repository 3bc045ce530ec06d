import { emailOf } from '#features/accounts/server/index.ts'
import { type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { EXPIRY_NOTICE_MS, NOTICE_BATCH_MS } from '../model/index.ts'
import type { ExpiringVideo, StorageDeps } from './deps.ts'
import { filesExpiringMail } from './mails.ts'

type RetentionDeps = Pick<StorageDeps, 'limits'>

/** The expiry date of a file that an owner adds now; null for never. */
export async function expiryOf(
  q: Queryable,
  { limits, now }: RetentionDeps & Pick<StorageDeps, 'now'>,
  ownerId: string,
): Promise<Date | null> {
  const { retentionMs } = await limits.storage(q, ownerId)
  return retentionMs === null ? null : new Date(now().getTime() + retentionMs)
}

/** Whether the files of an owner are stored for ever. */
async function keepsForever(q: Queryable, { limits }: RetentionDeps, ownerId: string): Promise<boolean> {
  return (await limits.storage(q, ownerId)).retentionMs === null
}

/**
 * Runs in the transaction of a plan change. Once a plan stores files for ever, existing ones stay for ever: a downgrade
 * deletes nothing (product §5).
 */
export async function onPlanChanged(
  tx: Tx,
  deps: RetentionDeps & Pick<StorageDeps, 'videoExpiry'>,
  userId: string,
): Promise<void> {
  if (await keepsForever(tx, deps, userId)) await deps.videoExpiry.clearExpiry(tx, userId)
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
    if (await clearIfPermanent(tx, deps, ownerId)) continue
    const videos = await videoExpiry.listUnnotified(tx, new Date(soon + NOTICE_BATCH_MS), ownerId)
    const to = await emailOf(tx, ownerId)
    const [earliest] = videos
    if (to !== undefined && earliest !== undefined) {
      const key = `storage-ending:${earliest.id}:${earliest.expiresAt.toISOString()}`
      await mail.send(tx, { ...filesExpiringMail(videos, { to, publicUrl }), key })
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
    if (await clearIfPermanent(tx, deps, ownerId)) continue
    for (const { id } of videos) await videoExpiry.deleteVideo(tx, id)
    ended += videos.length
  }
  return { seen: due.length, ended }
}

/** Checked right before deletion: after an upgrade everything is kept, even without an event. */
async function clearIfPermanent(tx: Tx, deps: StorageDeps, ownerId: ExpiringVideo['ownerId']): Promise<boolean> {
  if (!(await keepsForever(tx, deps, ownerId))) return false
  await deps.videoExpiry.clearExpiry(tx, ownerId)
  return true
}
