import { z } from 'zod'
import { requireCaller, router, sendFile } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { RenderingDeps } from './deps.ts'
import { openExport } from './exports/export-file.ts'

/**
 * GET and HEAD `/:renderId/video.mp4`: a finished export, with ranges, named after the project. Requires access to it.
 */
export function renderRoutes(deps: Pick<RenderingDeps, 'db' | 'files' | 'countDownload'>) {
  return router().get('/:renderId/video.mp4', async (c) => {
    const { userId } = requireCaller(c)
    const renderId = z.uuid().safeParse(c.req.param('renderId'))
    if (!renderId.success) throw new AppError('not_found', 'Export not found')
    const { file, downloadName } = await openExport({ ...deps, log: c.var.log }, { id: renderId.data, userId })
    return sendFile(c, { ...file, downloadName })
  })
}
