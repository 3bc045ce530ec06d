import { type CaptionDocument, exactTemplateOf } from '#features/captions/model/index.ts'
import { documentOf } from '#features/captions/server/index.ts'
import { requireProject } from '#features/media/server/index.ts'
import type { Template } from '#features/templates/model/index.ts'
import { transaction, type Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { RenderQuality } from '../../model/index.ts'
import type { RenderingDeps } from '../deps.ts'
import { formatKey } from './export-format.ts'
import { videoKeyOf } from './file-keys.ts'
import { createQueueFullError } from './render-queue.ts'
import { RENDER } from './render-job.ts'
import {
  findFinished,
  findUnfinished,
  insertRender,
  recordJob,
  type SameExport,
  type StoredRender,
} from './render-rows.ts'

type Start = { readonly projectId: string; readonly quality: RenderQuality; readonly userId: string }

/** An export to queue. */
type RenderOrder = Start & { readonly ownerId: string; readonly document: CaptionDocument; readonly template: Template }

/**
 * Queues an export of the current captions, or returns the identical one: finished with its file, running or queued.
 * @throws AppError `conflict` without captions, `not_found` for an unknown template, `storage_full`,
 *   `too_many_requests`
 */
export async function startRender(deps: RenderingDeps, { projectId, quality, userId }: Start): Promise<StoredRender> {
  const project = await requireProject(deps.db, projectId, userId, 'edit')
  const document = await documentOf(deps.db, project.id)
  if (document === undefined) throw new AppError('conflict', 'There are no captions to export yet.')
  // Captions may exist before their video.
  if (project.stage === 'refused') throw new AppError('conflict', 'This video could not be read, so it has no export.')
  if (project.probe === null)
    throw new AppError('conflict', 'This video is still being uploaded. Export it once it is here.')
  const template = exactTemplateOf(document)
  const { ownerId } = project
  const format = formatKey(project.probe, await deps.exportLimit(ownerId))
  const finished = await findFinished(deps.db, { projectId, quality, revision: document.rev, format })
  // Outside the transaction, since the file may be in a remote bucket.
  if (finished !== undefined && (await deps.files.stat(videoKeyOf(finished))) !== undefined) return finished
  return transaction(deps.db, (tx) =>
    queueRender(tx, deps, { projectId, quality, userId, ownerId, document, template }),
  )
}

/** Counts and locks the owner's queue first, so that of two concurrent requests the second sees the first. */
async function queueRender(tx: Tx, deps: RenderingDeps, order: RenderOrder): Promise<StoredRender> {
  const { projectId, quality, userId, ownerId, document } = order
  const unfinishedCount = await deps.jobs.countUnfinished(tx, { name: RENDER.name, ownerId })
  const same: SameExport = { projectId, quality, revision: document.rev }
  const unfinished = await findUnfinished(tx, same)
  if (unfinished !== undefined) return unfinished
  await deps.claimRoom(tx, { ownerId, userId })
  const limit = await deps.jobsInLine(tx, ownerId)
  if (unfinishedCount >= limit) throw await createQueueFullError(tx, { ownerId, userId, limit })
  const render = await insertRender(tx, { id: deps.newId(), ...order, createdAt: deps.now() })
  // Queue and limits are those of the video's owner, also for a collaborator's request.
  const jobId = await deps.jobs.enqueue(tx, RENDER, { renderId: render.id }, { ownerId, subjectId: render.id })
  await recordJob(tx, render.id, jobId)
  return { ...render, jobId }
}
