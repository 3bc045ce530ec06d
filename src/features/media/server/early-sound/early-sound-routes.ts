import type { Context } from 'hono'
import { z } from 'zod'
import { type HttpEnv, requireCaller, router } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { AnnouncedPicture, earlySoundLimit } from '../../model/index.ts'
import { refuseFullDisk } from '../uploads/claim-upload.ts'
import type { MediaDeps } from '../deps.ts'
import { findEarlySound } from './early-sound-rows.ts'
import type { StoredProject } from '../projects.ts'
import { announcedSize, completeAnswer, ownUpload } from '../uploads/upload-routes.ts'
import type { EarlyUploads } from './uploads-early.ts'

/**
 * tus 1.0 under `/api/early-sounds/:id`, the sound of an unfinished upload, for its owner only. A browser that cannot
 * send it, or is refused, loses nothing: the server reads the sound of the video.
 */
export function earlySoundRoutes(deps: MediaDeps, uploads: EarlyUploads) {
  const app = router()
  app.post('/early-sounds/:id', (c) => begin(c, deps, uploads))
  // Hono handles HEAD through GET routes; tus reads the real method from the raw request.
  app.get('/early-sounds/:id', async (c) => {
    const project = await ownUpload(c, deps)
    const found = await findEarlySound(deps.db, project.id)
    if (found !== undefined) await uploads.finishIfComplete(found)
    const sound = await findEarlySound(deps.db, project.id)
    if (sound !== undefined && sound.state !== 'uploading') return completeAnswer(sound.sizeBytes)
    return uploads.handle(c.req.raw)
  })
  app.patch('/early-sounds/:id', async (c) => {
    const project = await ownUpload(c, deps)
    return isOvertaken(project) ? completeAnswer(await endOf(c, project.sizeBytes)) : uploads.handle(c.req.raw)
  })
  return app
}

async function begin(c: Context<HttpEnv>, deps: MediaDeps, uploads: EarlyUploads): Promise<Response> {
  const project = await ownUpload(c, deps)
  if (isOvertaken(project)) return overtakenAnswer(project)
  const sizeBytes = announcedSize(c.req.header('upload-length'))
  const limit = earlySoundLimit(project.sizeBytes, await deps.uploadLimits(requireCaller(c).userId))
  if (sizeBytes > limit)
    throw new AppError('too_large', 'This sound is larger than that of any video you may upload.', { limit })
  await refuseFullDisk(deps, sizeBytes)
  const { id: projectId, ownerId } = project
  const answer = await uploads.begin(c.req.raw, { projectId, ownerId, sizeBytes, picture: announcedPicture(c) })
  // The last bytes of the video may have arrived meanwhile.
  return answer.ok || !isOvertaken(await ownUpload(c, deps)) ? answer : overtakenAnswer(project)
}

/** The picture of the video, `?width=1080&height=1920&n=30&d=1`; null if there is none, or an impossible one. */
function announcedPicture(c: Context<HttpEnv>): AnnouncedPicture | null {
  const { width, height, n, d } = c.req.query()
  return AnnouncedPicture.safeParse({ width, height, fps: { n, d } }).data ?? null
}

/** Whether the video is here: its sound is of no use then, and its sender should hear of no error. */
function isOvertaken({ stage }: StoredProject): boolean {
  return stage !== 'uploading'
}

/** What tus responds to a new upload. Nothing is stored: the bytes that follow are accepted and dropped. */
function overtakenAnswer({ id }: StoredProject): Response {
  const headers = { 'tus-resumable': '1.0.0', location: `/api/early-sounds/${id}`, 'cache-control': 'no-store' }
  return new Response(null, { status: 201, headers })
}

/**
 * Reads the bytes of a request to their end.
 * @returns the offset after them
 * @throws AppError `unprocessable` without an offset, `too_large` beyond a limit
 */
async function endOf(c: Context<HttpEnv>, limit: number): Promise<number> {
  let offset = announcedOffset(c.req.header('upload-offset'))
  for await (const bytes of c.req.raw.body ?? []) {
    offset += bytes.length
    if (offset > limit) throw new AppError('too_large', 'This sound is larger than its video.', { limit })
  }
  return offset
}

function announcedOffset(header: string | undefined): number {
  const offset = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).safeParse(header)
  if (!offset.success) throw new AppError('unprocessable', 'The request must say where its bytes belong')
  return offset.data
}
