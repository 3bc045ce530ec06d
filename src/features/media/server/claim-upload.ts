import type { Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { MediaDeps } from './deps.ts'
import { countUnfinished } from './projects.ts'

/** Most videos of an account that are uploading or not ready yet: bounds what waits for checking and preparing, too. */
const MOST_UNFINISHED = 20

/**
 * Makes sure that an owner may begin one more upload. Holds the lock on their account until the transaction ends, so of
 * two uploads at once the second counts the first.
 * @throws AppError `storage_full` without room; `conflict` with too many unfinished uploads
 */
export async function claimUpload(
  tx: Tx,
  { claimRoom }: Pick<MediaDeps, 'claimRoom'>,
  asked: { readonly ownerId: string; readonly sizeBytes: number },
): Promise<void> {
  await claimRoom(tx, asked)
  const unfinished = await countUnfinished(tx, asked.ownerId)
  if (unfinished < MOST_UNFINISHED) return
  throw new AppError(
    'conflict',
    `You have ${unfinished} unfinished uploads. Wait until one of them is ready, or cancel one first.`,
  )
}
