import { z } from 'zod'
import { mayEdit, posterOf, requireProject } from '#features/media/server/index.ts'
import { hashOf } from '#platform/server/http/static-files.ts'
import { requireCaller, router, sendFile } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { OpeningStills, StillDeps } from './opening-stills.ts'

/**
 * GET and HEAD `/:projectId/opening.jpg`: the picture with which the editor of a video opens, its captions over its poster;
 * `?motion=reduced` draws them for people who want less motion. Requires access to the video. 204 without captions, and
 * where the editor may have a notice above the picture, which would then stand elsewhere: for people who may not edit, and
 * until the video is prepared.
 */
export function stillRoutes({ db, stills }: Pick<StillDeps, 'db'> & { readonly stills: OpeningStills }) {
  return router().get('/:projectId/opening.jpg', async (c) => {
    const { userId } = requireCaller(c)
    const projectId = z.uuid().safeParse(c.req.param('projectId'))
    if (!projectId.success) throw new AppError('not_found', 'Project not found')
    const project = await requireProject(db, projectId.data, userId, 'view')
    const reducedMotion = c.req.query('motion') === 'reduced'
    const wanted = { projectId: project.id, ownerId: project.ownerId, poster: posterOf(project), account: userId }
    const hasNotice = !mayEdit(project) || project.stage !== 'prepared'
    const still = hasNotice ? undefined : await stills.read({ ...wanted, reducedMotion })
    if (still === undefined) return c.body(null, 204, { 'cache-control': 'no-store' })
    return sendFile(c, {
      sizeBytes: still.byteLength,
      contentType: 'image/jpeg',
      version: hashOf(still),
      open: (first, last) => new Blob([still.subarray(first, last + 1)]).stream(),
    })
  })
}
