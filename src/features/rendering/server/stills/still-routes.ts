import { z } from 'zod'
import { requireProject } from '#features/media/server/index.ts'
import { hashOf } from '#platform/server/http/static-files.ts'
import { requireCaller, router, sendFile } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { OpeningStills, type StillDeps } from './opening-stills.ts'

/**
 * GET and HEAD `/:projectId/opening.webp`: the captions with which the editor of a video opens, without the video;
 * `?motion=reduced` draws them for people who want less motion. Requires access to the video.
 */
export function stillRoutes(deps: StillDeps) {
  const stills = new OpeningStills(deps)
  return router().get('/:projectId/opening.webp', async (c) => {
    const { userId } = requireCaller(c)
    const projectId = z.uuid().safeParse(c.req.param('projectId'))
    if (!projectId.success) throw new AppError('not_found', 'Project not found')
    const { id, ownerId } = await requireProject(deps.db, projectId.data, userId, 'view')
    const reducedMotion = c.req.query('motion') === 'reduced'
    const still = await stills.read({ projectId: id, ownerId, account: userId, reducedMotion })
    return sendFile(c, {
      sizeBytes: still.byteLength,
      contentType: 'image/webp',
      version: hashOf(still),
      open: (first, last) => new Blob([still.subarray(first, last + 1)]).stream(),
    })
  })
}
