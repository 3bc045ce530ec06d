import { z } from 'zod'
import { requireProject } from '#features/media/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import { requireCaller, router, sendFile } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type CaptionDocument, exportJson, exportSrt, exportVtt } from '../model/index.ts'
import { NO_CAPTIONS } from './apply.ts'
import { documentOf } from './documents.ts'

const FILES = {
  srt: { contentType: 'application/x-subrip; charset=utf-8', write: exportSrt },
  vtt: { contentType: 'text/vtt; charset=utf-8', write: exportVtt },
  json: { contentType: 'application/json; charset=utf-8', write: exportJson },
} satisfies Record<string, { contentType: string; write(doc: CaptionDocument, o: { words: boolean }): string }>

const Params = z.object({ projectId: z.uuid(), format: z.enum(['srt', 'vtt', 'json']) })

/** GET `/:projectId/captions.{srt,vtt,json}`, for `/api/captions`; `?words=1` times each word of a WebVTT file. */
export function captionsRoutes({ db }: { db: Db }) {
  return router().get('/:projectId/:file{captions\\.(srt|vtt|json)}', async (c) => {
    const { userId } = requireCaller(c)
    const asked = Params.safeParse({
      projectId: c.req.param('projectId'),
      format: c.req.param('file').split('.').at(-1),
    })
    if (!asked.success) throw new AppError('not_found', 'Project not found')
    const { projectId, format } = asked.data
    const project = await requireProject(db, projectId, userId, 'view')
    const doc = await documentOf(db, projectId)
    if (doc === undefined) throw new AppError('not_found', NO_CAPTIONS)

    const words = format === 'vtt' && c.req.query('words') === '1'
    const bytes = new TextEncoder().encode(FILES[format].write(doc, { words }))
    return sendFile(c, {
      sizeBytes: bytes.byteLength,
      contentType: FILES[format].contentType,
      version: `captions-${doc.id}-${doc.rev}-${format}${words ? '-words' : ''}`,
      downloadName: `${project.title}.${format}`,
      open: (first, last) => new Blob([bytes.subarray(first, last + 1)]).stream(),
    })
  })
}
