import type { Context } from 'hono'
import { type HttpEnv, requireCaller, router } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { AnnouncedPicture, earlySoundLimit } from '../model/index.ts'
import { refuseFullDisk } from './claim-upload.ts'
import type { MediaDeps } from './deps.ts'
import { findEarlySound } from './early-sound-rows.ts'
import type { StoredProject } from './projects.ts'
import { announcedSize, completeAnswer, ownUpload } from './upload-routes.ts'
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
    // A sound on its way that its video overtook: nothing is left to send.
    const overtaken = project.stage === 'uploading' ? undefined : await findEarlySound(deps.db, project.id)
    if (overtaken !== undefined) return completeAnswer(overtaken.sizeBytes)
    refuseWhenHere(project)
    return uploads.handle(c.req.raw)
  })
  return app
}

async function begin(c: Context<HttpEnv>, deps: MediaDeps, uploads: EarlyUploads): Promise<Response> {
  const project = await ownUpload(c, deps)
  refuseWhenHere(project)
  const sizeBytes = announcedSize(c.req.header('upload-length'))
  const limit = earlySoundLimit(project.sizeBytes, await deps.uploadLimits(requireCaller(c).userId))
  if (sizeBytes > limit)
    throw new AppError('too_large', 'This sound is larger than that of any video you may upload.', { limit })
  await refuseFullDisk(deps, sizeBytes)
  const { id: projectId, ownerId } = project
  return uploads.begin(c.req.raw, { projectId, ownerId, sizeBytes, picture: announcedPicture(c) })
}

/** The picture of the video, `?width=1080&height=1920&n=30&d=1`; null if there is none, or an impossible one. */
function announcedPicture(c: Context<HttpEnv>): AnnouncedPicture | null {
  const { width, height, n, d } = c.req.query()
  return AnnouncedPicture.safeParse({ width, height, fps: { n, d } }).data ?? null
}

function refuseWhenHere({ stage }: StoredProject): void {
  if (stage !== 'uploading') throw new AppError('conflict', 'This upload is complete')
}
