import type { Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { MediaDeps } from '../deps.ts'
import { countUnfinished } from '../projects.ts'

/** The limit on an account's unfinished videos, which also bounds checking and preparing. */
const MOST_UNFINISHED = 20
/** Preparing needs room beside the source, and a full disk stops all work. */
const ROOM_LEFT_BYTES = 1_000_000_000

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

/** @throws AppError `unavailable` if the disk has no room for a file, which is written and then stored */
export async function refuseFullDisk(
  { files, log }: Pick<MediaDeps, 'files' | 'log'>,
  sizeBytes: number,
): Promise<void> {
  const free = await files.freeBytes()
  if (free >= sizeBytes * 2 + ROOM_LEFT_BYTES) return
  log.error({ free, sizeBytes }, 'refused an upload: the disk is nearly full')
  throw new AppError('unavailable', 'There is no room for this file right now. Try again later.')
}
