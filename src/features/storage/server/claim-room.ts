import { lockActiveUser } from '#features/accounts/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { fullSentence, isTrashFilling } from '../model/index.ts'
import type { StorageDeps } from './deps.ts'
import { sumBytes } from './list-files.ts'

/** A request to store a file. */
export type RoomRequest = {
  readonly ownerId: string
  /** The user who adds it, default the owner: a collaborator gets a message about the owner's storage. */
  readonly userId?: string
  /** Bytes; 0 if unknown, as for an export. */
  readonly sizeBytes: number
}

/**
 * Checks that the owner has room for one more file. It locks the owner's account: of two concurrent files the second
 * sees the first, and a deletion of the account comes before or after.
 * @throws AppError `storage_full` with the numbers and what to do; `not_found`, 'User not found'
 */
export async function claimRoom(
  tx: Tx,
  { limits, sources }: Pick<StorageDeps, 'limits' | 'sources'>,
  { ownerId, userId = ownerId, sizeBytes }: RoomRequest,
): Promise<void> {
  if (!(await lockActiveUser(tx, ownerId))) throw new AppError('not_found', 'User not found')
  const { quotaBytes, mayUpgrade } = await limits.storage(tx, ownerId)
  if (quotaBytes === null) return
  const { stored, captions, fonts, logos, uploading, removed } = await sumBytes(tx, sources, ownerId)
  const usedBytes = stored + captions + fonts + logos + uploading
  if (isTrashFilling({ usedBytes, quotaBytes, addBytes: sizeBytes, removedBytes: removed }))
    throw new AppError('storage_full', 'Deleted files are still being erased. Try again in a few minutes.')
  const full = fullSentence({ usedBytes, quotaBytes, addBytes: sizeBytes, mayUpgrade })
  if (full === null) return
  const ask = `Ask them to delete something${mayUpgrade ? ' or upgrade' : ''}.`
  const message = userId === ownerId ? full : `The owner of this video has no storage left. ${ask}`
  throw new AppError('storage_full', message, userId === ownerId ? { usedBytes, quotaBytes } : {})
}
