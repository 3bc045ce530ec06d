import { planOf } from '#features/accounts/server/index.ts'
import { type Plans, storageBytesOf } from '#features/billing/model/index.ts'
import type { PlanName } from '#features/accounts/model/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { fullSentence, isTrashFilling } from '../model/index.ts'
import type { StorageDeps } from './deps.ts'

/** A file that somebody wants to keep. */
export type Asked = {
  readonly ownerId: string
  /** Who asks, default the owner: a collaborator is told of the owner's storage. */
  readonly userId?: string
  /** Bytes; 0 while nobody knows, as with an export. */
  readonly sizeBytes: number
}

/**
 * Makes sure that an owner has room for one more file. Keeps their account as it is until the transaction ends: of two
 * files at once the second sees the first, and who deletes the account comes before or after.
 * @throws AppError `storage_full`, with what is used, what there is, and the way out; `not_found`, 'User not found'
 */
export async function claimRoom(
  tx: Tx,
  { plans, sells, sumBytes }: Pick<StorageDeps, 'plans' | 'sells' | 'sumBytes'>,
  { ownerId, userId = ownerId, sizeBytes }: Asked,
): Promise<void> {
  await lockOwner(tx, ownerId)
  const plan = await planOf(tx, ownerId)
  const quotaBytes = storageBytesOf(plan, plans)
  if (quotaBytes === null) return
  const { stored, captions, uploading, removed } = await sumBytes(tx, ownerId)
  const usedBytes = stored + captions + uploading
  if (isTrashFilling({ usedBytes, quotaBytes, addBytes: sizeBytes, removedBytes: removed }))
    throw new AppError('storage_full', 'What was deleted is still being erased. Try again in a few minutes.')
  const mayUpgrade = sells && hasLargerPlan(plan, plans)
  const full = fullSentence({ usedBytes, quotaBytes, addBytes: sizeBytes, mayUpgrade })
  if (full === null) return
  const message =
    userId === ownerId ? full : 'The owner of this video has no storage left. They can delete something or upgrade.'
  throw new AppError('storage_full', message, userId === ownerId ? { usedBytes, quotaBytes } : {})
}

/** Whether another plan has more room than this one. */
export function hasLargerPlan(plan: PlanName, plans: Plans): boolean {
  const own = storageBytesOf(plan, plans)
  return own !== null && Object.values(plans).some(({ storage }) => storage === null || storage.bytes > own)
}

async function lockOwner(tx: Tx, ownerId: string): Promise<void> {
  const { rowCount } = await tx.$client.query(
    'select 1 from users where id = $1 and deleted_at is null for no key update',
    [ownerId],
  )
  if (rowCount === 0) throw new AppError('not_found', 'User not found')
}
