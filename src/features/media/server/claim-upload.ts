import type { Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { MediaDeps } from './deps.ts'
import { countUnfinished } from './projects.ts'

/** The limit on an account's unfinished videos, which also bounds checking and preparing. */
const MOST_UNFINISHED = 20

/**
 * Checks that the owner may start one more upload. It locks their account until the transaction ends, so that of two
 * concurrent uploads the second counts the first.
 * @throws AppError `storage_full` without room; `conflict` with too many unfinished uploads
 */
export async function claimUpload(
  tx: Tx,
  { claimRoom }: Pick<MediaDeps, 'claimRoom'>,
  request: { readonly ownerId: string; readonly sizeBytes: number },
): Promise<void> {
  await claimRoom(tx, request)
  const unfinished = await countUnfinished(tx, request.ownerId)
  if (unfinished < MOST_UNFINISHED) return
  throw new AppError('conflict', `You have ${unfinished} unfinished uploads. Wait until one is ready, or cancel one.`)
}
