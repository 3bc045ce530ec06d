import { z } from 'zod'
import { requireCaller, router, sendFile } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { MediaDeps } from './deps.ts'
import { keysOf } from './file-keys.ts'
import { requireProject } from './projects.ts'

/** The public files of a project, by the last part of the address. */
const SERVED = new Map([
  ['preview.mp4', 'video/mp4'],
  ['peaks.bin', 'application/octet-stream'],
  ['shots.json', 'application/json'],
  ['filmstrip.jpg', 'image/jpeg'],
  ['filmstrip.json', 'application/json'],
  ['poster.jpg', 'image/jpeg'],
])

/** GET and HEAD `/media/:projectId/:file`: a project's files with ranges, for users with access. */
export function fileRoutes({ db, files }: Pick<MediaDeps, 'db' | 'files'>) {
  return router().get('/media/:projectId/:file', async (c) => {
    const { userId } = requireCaller(c)
    const projectId = z.uuid().safeParse(c.req.param('projectId'))
    const name = c.req.param('file')
    const contentType = SERVED.get(name)
    if (!projectId.success || contentType === undefined) throw new AppError('not_found', 'File not found')
    const project = await requireProject(db, projectId.data, userId, 'view')
    const key = `${keysOf(project.id).all}/${name}`
    const found = await files.stat(key)
    if (found === undefined) throw new AppError('not_found', 'File not found')
    return sendFile(c, {
      sizeBytes: found.sizeBytes,
      contentType,
      // Each result appears by one rename, so size and time identify its content.
      version: `${found.sizeBytes.toString(36)}-${found.modifiedAt.getTime().toString(36)}`,
      open: (first, last) => files.openRange(key, first, last),
    })
  })
}
