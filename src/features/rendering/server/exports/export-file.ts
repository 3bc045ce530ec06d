import { requireProject } from '#features/media/server/index.ts'
import type { DefectLog } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { RenderingDeps } from '../deps.ts'
import { countBytes, recordDownload } from './record-download.ts'
import { videoKeyOf } from './file-keys.ts'
import { renderOf } from './render-rows.ts'

/**
 * Opens a finished export for a user who may see its video, and counts what they download.
 * @throws AppError `not_found` without access, `conflict` before it is finished
 */
export async function openExport(
  deps: Pick<RenderingDeps, 'db' | 'files' | 'countDownload'> & { readonly log: DefectLog },
  { id, userId }: { readonly id: string; readonly userId: string },
) {
  const render = await renderOf(deps.db, id, userId, 'view')
  const { sizeBytes, sha256 } = render
  if (sizeBytes === null || sha256 === null) throw new AppError('conflict', 'This export is not finished.')
  const project = await requireProject(deps.db, render.projectId, userId, 'view')
  return {
    downloadName: `${project.title} (captioned).mp4`,
    file: {
      sizeBytes,
      contentType: 'video/mp4',
      version: sha256,
      open: (first: number, last: number) =>
        countBytes(deps.files.openRange(videoKeyOf(render), first, last), (bytes) => {
          const counted = { renderId: render.id, userId, sizeBytes, taken: { first, end: first + bytes } }
          recordDownload(deps, counted).catch((err: unknown) =>
            deps.log.error({ err }, 'a download could not be counted'),
          )
        }),
    },
  }
}
