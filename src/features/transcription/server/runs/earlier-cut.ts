import { requireProject, type StoredProject } from '#features/media/server/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { TranscriptionDeps } from '../deps.ts'
import type { PackedStart } from '../packed-source.ts'
import { hasFinishedRun } from '../run-rows.ts'

/**
 * The earlier cut that a run carries captions over from; null without one.
 * @throws AppError as `requireProject` for somebody who may not edit it; `unprocessable` for the video itself, one of
 *   another owner or without captions, and words that are not recognised
 */
export async function earlierCut(
  { db }: Pick<TranscriptionDeps, 'db'>,
  { cutOf, source }: Pick<PackedStart, 'cutOf' | 'source'>,
  { project, userId }: { project: StoredProject; userId: string },
): Promise<string | null> {
  if (cutOf === undefined) return null
  const earlier = await requireProject(db, cutOf, userId, 'edit')
  if (earlier.id === project.id) throw new AppError('unprocessable', 'A video is not a new cut of itself.')
  if (earlier.ownerId !== project.ownerId)
    throw new AppError('unprocessable', 'Both cuts of a video must be in the same account.')
  if (source.kind !== 'speech')
    throw new AppError('unprocessable', 'The words of a new cut are listened to. Choose “Listen to the speech”.')
  if (!(await hasFinishedRun(db, earlier.id)))
    throw new AppError('unprocessable', `“${earlier.title}” has no captions to carry over.`)
  return earlier.id
}
