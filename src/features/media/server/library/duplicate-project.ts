import { expiryAfter } from '#features/storage/model/index.ts'
import { transaction, type Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { copyTitle, durationRefusal, sizeRefusal, type UploadLimits } from '../../model/index.ts'
import { claimUpload, refuseFullDisk } from '../uploads/claim-upload.ts'
import type { MediaDeps } from '../deps.ts'
import { COPY } from '../job-definitions.ts'
import { type AccessibleProject, findProject, insertCopy, requireProject } from '../projects.ts'
import { copyTags } from './tag-rows.ts'
import { titlesOf } from './titles.ts'
import { topicOf } from '../transitions.ts'

const NOT_READY = 'This video is not ready yet. Duplicate it once it is prepared.'

/**
 * Makes a copy of a prepared video, which counts like an upload of the same file: its row, and what other features copy
 * of it, in one transaction; its files by a job. It cannot be opened until they are whole.
 * @throws AppError as `requireProject` for its owner; `conflict` while the video is not prepared, and as `claimUpload`;
 * `too_large` if the plan no longer takes such a video; `unavailable` on a full disk
 */
export async function duplicateProject(
  deps: MediaDeps,
  { projectId, userId }: { readonly projectId: string; readonly userId: string },
): Promise<AccessibleProject> {
  const { db, jobs, events } = deps
  const limits = await deps.uploadLimits(userId)
  const createdAt = deps.now()
  const expiresAt = expiryAfter(createdAt, await deps.retentionOf(userId))
  const { sizeBytes } = await requireProject(db, projectId, userId, 'own')
  await refuseFullDisk(deps, sizeBytes)
  return transaction(db, async (tx) => {
    const source = await requireProject(tx, projectId, userId, 'own')
    refuseToCopy(source, limits)
    const { ownerId } = source
    // Locks the account, so that of two concurrent copies the second sees the title of the first.
    await claimUpload(tx, deps, { ownerId, sizeBytes })
    const id = deps.newId()
    const title = copyTitle(source.title, await titlesOf(tx, ownerId))
    await insertCopy(tx, { id, title, sourceId: source.id, createdAt, expiresAt })
    const copy = await copyOf(tx, id)
    await copyTags(tx, { from: source.id, to: id })
    await deps.onDuplicated(tx, { sourceId: source.id, copy })
    await jobs.enqueue(tx, COPY, { projectId: id }, { ownerId, subjectId: id })
    await events.publish(tx, topicOf(id))
    return { ...copy, access: source.access }
  })
}

function refuseToCopy({ stage, probe, sizeBytes }: AccessibleProject, limits: UploadLimits): void {
  if (stage !== 'prepared' || probe === null) throw new AppError('conflict', NOT_READY)
  const problem = sizeRefusal(sizeBytes, limits) ?? durationRefusal(probe.durationMs, limits)
  if (problem !== null) throw new AppError('too_large', problem)
}

async function copyOf(tx: Tx, id: string) {
  const copy = await findProject(tx, id)
  // The source was removed since it was read, in a concurrent transaction.
  if (copy === undefined) throw new AppError('not_found', 'Project not found')
  return copy
}
