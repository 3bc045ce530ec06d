import type { Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { MediaDeps } from './deps.ts'
import { uploadingProjects } from './projects.ts'

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
  const { length } = await uploadingProjects(tx, asked.ownerId)
  if (length < MOST_UNFINISHED) return
  throw new AppError('conflict', `You have ${length} unfinished uploads. Finish or cancel one of them first.`)
}
