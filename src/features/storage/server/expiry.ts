import { emailOf, planOf } from '#features/accounts/server/index.ts'
import type { PlanName } from '#features/accounts/model/index.ts'
import { may } from '#features/billing/model/index.ts'
import { type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { TOLD_BEFORE_MS, TOLD_TOGETHER_MS } from '../model/index.ts'
import type { Ending, StorageDeps } from './deps.ts'
import { filesEndingMail } from './mails.ts'

type Kept = Pick<StorageDeps, 'plans' | 'sells'>

/** Until when a file is kept that an owner adds now; null: for good. */
export async function keptUntil(
  q: Queryable,
  { plans, sells, now }: Kept & Pick<StorageDeps, 'now'>,
  ownerId: string,
): Promise<Date | null> {
  const plan = await planOf(q, ownerId)
  const keptMs = plans[plan].storage?.keptMs ?? null
  return keptMs === null || keepsForGood(plan, { plans, sells }) ? null : new Date(now().getTime() + keptMs)
}

/** Whether nothing ends for somebody on this plan. */
export function keepsForGood(plan: PlanName, { plans, sells }: Kept): boolean {
  return !sells || may(plan, 'keepFilesForGood', plans)
}

/**
 * To be done when somebody's plan has changed, in the same transaction. What they have now is kept for good once their
 * plan keeps it, and stays so: nothing is ever deleted by a downgrade (product §5).
 */
export async function onPlanChanged(tx: Tx, deps: Kept & Pick<StorageDeps, 'endings'>, userId: string): Promise<void> {
  if (keepsForGood(await planOf(tx, userId), deps)) await deps.endings.keepForGood(tx, userId)
}

/** Tells owners whose files end within three days, once, and ends those whose time is over. @returns how many ended */
export async function letFilesEnd(deps: StorageDeps): Promise<number> {
  while ((await transaction(deps.db, (tx) => tell(tx, deps))) > 0);
  let ended = 0
  for (;;) {
    const some = await transaction(deps.db, (tx) => endSome(tx, deps))
    ended += some.ended
    if (some.seen === 0) return ended
  }
}

/** @returns for how many videos something was done */
async function tell(tx: Tx, deps: StorageDeps): Promise<number> {
  const { endings, mail, publicUrl, now } = deps
  const soon = now().getTime() + TOLD_BEFORE_MS
  const first = await endings.untold(tx, new Date(soon))
  for (const ownerId of new Set(first.map((video) => video.ownerId))) {
    if (await isKept(tx, deps, ownerId)) continue
    const videos = await endings.untold(tx, new Date(soon + TOLD_TOGETHER_MS), ownerId)
    const to = await emailOf(tx, ownerId)
    const [earliest] = videos
    if (to !== undefined && earliest !== undefined) {
      const key = `storage-ending:${earliest.id}:${earliest.expiresAt.toISOString()}`
      await mail.send(tx, { ...filesEndingMail(videos, { to, publicUrl }), key })
    }
    await endings.noteTold(
      tx,
      videos.map(({ id }) => id),
      now(),
    )
  }
  return first.length
}

async function endSome(tx: Tx, deps: StorageDeps): Promise<{ seen: number; ended: number }> {
  const { endings, now } = deps
  const at = now()
  const due = await endings.ended(tx, { now: at, toldBefore: new Date(at.getTime() - TOLD_BEFORE_MS) })
  let ended = 0
  for (const [ownerId, videos] of Map.groupBy(due, (video) => video.ownerId)) {
    if (await isKept(tx, deps, ownerId)) continue
    for (const { id } of videos) await endings.end(tx, id)
    ended += videos.length
  }
  return { seen: due.length, ended }
}

/** Asked again right before: whoever upgraded meanwhile keeps everything, also when nobody told us. */
async function isKept(tx: Tx, deps: StorageDeps, ownerId: Ending['ownerId']): Promise<boolean> {
  if (!keepsForGood(await planOf(tx, ownerId), deps)) return false
  await deps.endings.keepForGood(tx, ownerId)
  return true
}
