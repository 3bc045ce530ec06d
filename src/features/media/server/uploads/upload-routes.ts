import type { Context } from 'hono'
import { z } from 'zod'
import { transaction } from '#platform/server/db.ts'
import { type HttpEnv, requireCaller, router } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { EARLY_SOUND_LIMIT, sizeRefusal, titleFromFileName } from '../../model/index.ts'
import { claimUpload, refuseFullDisk } from './claim-upload.ts'
import type { MediaDeps } from '../deps.ts'
import { wantedSoundBytes } from '../early-sound/claim-early-sound.ts'
import { deleteProject, requireProject, type StoredProject } from '../projects.ts'
import { removeProject } from '../transitions.ts'
import type { NewUpload, Uploads } from './uploads.ts'

const LONGEST_METADATA = 8_192

/** tus 1.0 under `/api/uploads`: POST checks before the first byte, other methods are for the owner only. */
export function uploadRoutes(deps: MediaDeps, uploads: Uploads) {
  const app = router()
  app.options('/uploads/*', (c) => uploads.handle(c.req.raw))
  app.post('/uploads', (c) => begin(c, deps, uploads))
  // Hono handles HEAD through GET routes; tus reads the real method from the raw request.
  app.get('/uploads/:id', async (c) => {
    const project = await ownUpload(c, deps)
    if (project.stage !== 'uploading' || (await uploads.finishIfComplete(project)))
      return completeAnswer(project.sizeBytes)
    return withSoundLimit(await uploads.handle(c.req.raw), deps, project)
  })
  app.patch('/uploads/:id', async (c) => {
    refuseWhenComplete(await ownUpload(c, deps))
    return uploads.handle(c.req.raw)
  })
  app.delete('/uploads/:id', async (c) => {
    const project = await ownUpload(c, deps)
    refuseWhenComplete(project)
    const answer = await uploads.handle(c.req.raw)
    if (answer.ok) await transaction(deps.db, (tx) => removeProject(tx, deps, project))
    return answer
  })
  return app
}

async function begin(c: Context<HttpEnv>, deps: MediaDeps, uploads: Uploads): Promise<Response> {
  const { userId } = requireCaller(c)
  const sizeBytes = announcedSize(c.req.header('upload-length'))
  const limits = await deps.uploadLimits(userId)
  const tooLarge = sizeRefusal(sizeBytes, limits)
  if (tooLarge !== null) throw new AppError('too_large', tooLarge, { limit: limits.maxBytes, value: sizeBytes })
  await transaction(deps.db, (tx) => claimUpload(tx, deps, { ownerId: userId, sizeBytes }))
  await refuseFullDisk(deps, sizeBytes)
  const title = titleFromFileName(fileName(c.req.header('upload-metadata') ?? ''))
  const beginning: NewUpload = { id: deps.newId(), ownerId: userId, title, sizeBytes }
  const answer = await uploads.begin(c.req.raw, beginning)
  if (answer.ok) return withSoundLimit(answer, deps, beginning)
  await deleteProject(deps.db, beginning.id)
  return answer
}

/** Says how large a sound may come before the video. An upload goes on without it: its sound is then not sent. */
async function withSoundLimit(answer: Response, deps: MediaDeps, project: NewUpload): Promise<Response> {
  if (!answer.ok) return answer
  try {
    answer.headers.set(EARLY_SOUND_LIMIT, String(await wantedSoundBytes(deps, project)))
  } catch (error) {
    deps.log.warn({ err: error, projectId: project.id }, 'no limit for the sound of an upload')
  }
  return answer
}

/** The upload in the path, if it is the caller's; otherwise not found. */
export async function ownUpload(c: Context<HttpEnv>, { db }: MediaDeps): Promise<StoredProject> {
  const { userId } = requireCaller(c)
  const id = z.uuid().safeParse(c.req.param('id'))
  if (!id.success) throw new AppError('not_found', 'Project not found')
  return requireProject(db, id.data, userId, 'own')
}

function refuseWhenComplete({ stage }: StoredProject): void {
  if (stage !== 'uploading') throw new AppError('conflict', 'This upload is complete')
}

/** What tus would respond if the file were still in place: a client that missed the end learns it here. */
export function completeAnswer(sizeBytes: number): Response {
  const length = String(sizeBytes)
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': length,
    'upload-length': length,
    'cache-control': 'no-store',
  }
  return new Response(null, { status: 200, headers })
}

/** @throws AppError `unprocessable` if the length is missing, malformed or 0 */
export function announcedSize(header: string | undefined): number {
  const size = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).safeParse(header)
  if (header === undefined || !size.success) throw new AppError('unprocessable', 'The upload must announce its length')
  if (size.data === 0) throw new AppError('unprocessable', 'This file is empty. Choose the video again and upload it.')
  return size.data
}

/** The `filename` in tus metadata (`key base64,key base64`); other keys are dropped. */
function fileName(metadata: string): string {
  if (metadata.length > LONGEST_METADATA)
    throw new AppError('unprocessable', 'The name of this file is too long. Rename it and upload it again.')
  const pairs = metadata.split(',').map((pair) => pair.trim().split(' '))
  const encoded = pairs.find(([key]) => key === 'filename')?.[1] ?? ''
  return Buffer.from(encoded, 'base64').toString('utf8')
}
