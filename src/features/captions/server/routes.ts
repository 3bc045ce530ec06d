import { buffer } from 'node:stream/consumers'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Access } from '#features/collaboration/model/index.ts'
import { requireProject } from '#features/media/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import { requireCaller, router, sendFile } from '#platform/server/http.ts'
import { encodingFor } from '#platform/server/static-files.ts'
import { AppError } from '#platform/shared/errors.ts'
import { CAPTION_FILES, type CaptionDocument } from '../model/index.ts'
import { found } from './apply-batches.ts'
import { encodeInTurns } from './encode-in-turns.ts'
import type { OpenDocuments } from './open-documents.ts'
import { streamDocument } from './stream-document.ts'

const CONTENT_TYPES = {
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const satisfies Record<keyof typeof CAPTION_FILES, string>

const Format = z.enum(['srt', 'vtt', 'json'])

/** @throws AppError `not_found` for an invalid id */
function projectIdOf(param: string): string {
  const id = z.uuid().safeParse(param)
  if (!id.success) throw new AppError('not_found', 'Project not found')
  return id.data
}

/** Dependencies of the captions routes. */
export type CaptionsRoutesDeps = { readonly db: Db; readonly documents: OpenDocuments }

/**
 * Routes under `/api/captions`: GET `/:projectId/captions.{srt,vtt,json}`, where `?words=1` adds word times to WebVTT,
 * and GET `/:projectId/document`, lines of JSON: a `DocumentStart` with the caller's access, then `DocumentPart`s.
 */
export function captionsRoutes({ db, documents }: CaptionsRoutesDeps) {
  const app = router()
  app.get('/:projectId/document', async (c) => {
    const { userId } = requireCaller(c)
    const projectId = projectIdOf(c.req.param('projectId'))
    const { access } = await requireProject(db, projectId, userId, 'view')
    const { doc } = found(await documents.latest(db, projectId, userId))
    return sendDocument(c, doc, access)
  })
  return app.get('/:projectId/:file{captions\\.(srt|vtt|json)}', async (c) => {
    const { userId } = requireCaller(c)
    const projectId = projectIdOf(c.req.param('projectId'))
    const format = Format.parse(c.req.param('file').split('.').at(-1))
    const project = await requireProject(db, projectId, userId, 'view')
    const { doc } = found(await documents.latest(db, projectId, userId))
    const words = format === 'vtt' && c.req.query('words') === '1'
    const bytes = await buffer(encodeInTurns(CAPTION_FILES[format](doc, { words })))
    return sendFile(c, {
      sizeBytes: bytes.byteLength,
      contentType: CONTENT_TYPES[format],
      version: `captions-${doc.id}-${doc.rev}-${format}${words ? '-words' : ''}`,
      downloadName: `${project.title}.${format}`,
      open: (first, last) => new Blob([bytes.subarray(first, last + 1)]).stream(),
    })
  })
}

/** Answers with a document as lines of JSON: a `DocumentStart` with this access, then `DocumentPart`s. */
export function sendDocument(c: Context, doc: CaptionDocument, access: Access): Response {
  const encoding = encodingFor(c)
  const headers = { 'content-type': 'application/x-ndjson; charset=utf-8', vary: 'accept-encoding' }
  return new Response(streamDocument(doc, { access, encoding }), {
    headers: { ...headers, ...(encoding !== null && { 'content-encoding': encoding }) },
  })
}
