import { z } from 'zod'
import { projectOf } from '#features/media/server/index.ts'
import { requireCaller, router, sendFile } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { RenderingDeps } from './deps.ts'
import { countingBytes, recordTaken } from './downloads.ts'
import { keysOf } from './file-keys.ts'
import { renderOf } from './renders.ts'

/** GET and HEAD `/:renderId/video.mp4`: the owner's finished export, with ranges, saved under the project's title. */
export function renderRoutes(deps: Pick<RenderingDeps, 'db' | 'files' | 'countDownload'>) {
  return router().get('/:renderId/video.mp4', async (c) => {
    const { userId } = requireCaller(c)
    const renderId = z.uuid().safeParse(c.req.param('renderId'))
    if (!renderId.success) throw new AppError('not_found', 'Export not found')
    const render = await renderOf(deps.db, renderId.data, userId)
    const { sizeBytes, sha256 } = render
    if (sizeBytes === null || sha256 === null) throw new AppError('conflict', 'This export is not finished.')
    const project = await projectOf(deps.db, render.projectId, userId)
    const { log } = c.var
    return sendFile(c, {
      sizeBytes,
      contentType: 'video/mp4',
      version: sha256,
      downloadName: `${project.title} (captioned).mp4`,
      open: (first, last) =>
        countingBytes(deps.files.openRange(keysOf(render).video, first, last), (bytes) => {
          const counted = { renderId: render.id, userId, sizeBytes, taken: { first, end: first + bytes } }
          recordTaken(deps, counted).catch((err: unknown) => log.error({ err }, 'a download could not be counted'))
        }),
    })
  })
}
