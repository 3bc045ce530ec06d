import type { Context } from 'hono'
import { z } from 'zod'
import { type HttpEnv, requireCaller, router, sendFile } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { MediaDeps } from '../deps.ts'
import { keysOf } from '../file-keys.ts'
import { openFilmstripSheets } from './filmstrip-sheets.ts'
import { requireProject } from '../projects.ts'

/** The public files of a project, by the last part of the address. */
const SERVED = new Map([
  ['preview.mp4', 'video/mp4'],
  ['peaks.bin', 'application/octet-stream'],
  ['shots.json', 'application/json'],
  ['filmstrip.jpg', 'image/jpeg'],
  ['filmstrip.json', 'application/json'],
  ['poster.jpg', 'image/jpeg'],
])

/** A sheet of the filmstrip: its minute, from 0. */
const SHEET = /^(0|[1-9]\d{0,3})\.jpg$/u

/**
 * A project's files with ranges, for users with access: GET and HEAD `/media/:projectId/:file`, and the sheets of the
 * filmstrip at `/media/:projectId/filmstrip/:sheet`, which answer 202 with `retry-after` while they are being made.
 */
export function fileRoutes(deps: Pick<MediaDeps, 'db' | 'files' | 'media' | 'log'>) {
  const { db, files } = deps
  const sheets = openFilmstripSheets(deps)
  const openProject = async (c: Context<HttpEnv>) => {
    const { userId } = requireCaller(c)
    const projectId = z.uuid().safeParse(c.req.param('projectId'))
    if (!projectId.success) throw notFound()
    return { userId, project: await requireProject(db, projectId.data, userId, 'view') }
  }
  return router()
    .get('/media/:projectId/filmstrip/:sheet', async (c) => {
      const { project, userId } = await openProject(c)
      const minute = SHEET.exec(c.req.param('sheet'))?.[1]
      if (minute === undefined) throw notFound()
      const key = await sheets.prepare(project, { minute: Number(minute), userId })
      if (key === undefined) return c.body(null, 202, { 'retry-after': '1', 'cache-control': 'no-store' })
      return sendStored(c, files, { key, contentType: 'image/jpeg' })
    })
    .get('/media/:projectId/:file', async (c) => {
      const { project } = await openProject(c)
      return sendProjectFile(c, files, { projectId: project.id, name: c.req.param('file') })
    })
}

/**
 * Sends a file that was derived from a video. The caller checks access.
 * @throws AppError `not_found` for any other file, and while it does not exist
 */
export async function sendProjectFile(
  c: Context<HttpEnv>,
  files: MediaDeps['files'],
  { projectId, name }: { projectId: string; name: string },
): Promise<Response> {
  const contentType = SERVED.get(name)
  if (contentType === undefined) throw notFound()
  return sendStored(c, files, { key: `${keysOf(projectId).all}/${name}`, contentType })
}

async function sendStored(
  c: Context<HttpEnv>,
  files: MediaDeps['files'],
  { key, contentType }: { key: string; contentType: string },
): Promise<Response> {
  const found = await files.stat(key)
  if (found === undefined) throw notFound()
  return sendFile(c, {
    sizeBytes: found.sizeBytes,
    contentType,
    // Each result appears by one rename, so size and time identify its content.
    version: `${found.sizeBytes.toString(36)}-${found.modifiedAt.getTime().toString(36)}`,
    open: (first, last) => files.openRange(key, first, last),
  })
}

function notFound(): AppError {
  return new AppError('not_found', 'File not found')
}
