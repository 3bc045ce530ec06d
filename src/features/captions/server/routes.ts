import { buffer } from 'node:stream/consumers'
import type { Context } from 'hono'
import { z } from 'zod'
import { requireProject } from '#features/media/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import { requireCaller, router, sendFile } from '#platform/server/http.ts'
import { encodingFor } from '#platform/server/http/static-files.ts'
import { EARLY_HEADER } from '#platform/shared/early.ts'
import { AppError } from '#platform/shared/errors.ts'
import { CAPTION_FILES, type CaptionDocument, Revision, type ShownAccess } from '../model/index.ts'
import { requireCaptions } from './edits/apply-batches.ts'
import { encodeInTurns } from '#platform/server/pictures/encode-in-turns.ts'
import type { OpenDocuments } from './storage/open-documents.ts'
import { GONE, type PastVersions } from './versions/past-versions.ts'
import { shownAccess } from './edits/shown-access.ts'
import { streamDocument } from './storage/stream-document.ts'

const CONTENT_TYPES = {
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  ass: 'text/x-ssa; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const satisfies Record<keyof typeof CAPTION_FILES, string>

const Format = z.enum(['srt', 'vtt', 'ass', 'json'])

/** @throws AppError `not_found` for an invalid id */
function projectIdOf(param: string): string {
  const id = z.uuid().safeParse(param)
  if (!id.success) throw new AppError('not_found', 'Project not found')
  return id.data
}

/** @throws AppError `not_found` for an invalid revision */
function revisionOf(param: string): number {
  const revision = z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(Revision)
    .safeParse(param)
  if (!revision.success) throw new AppError('not_found', GONE)
  return revision.data
}

/** Dependencies of the captions routes. */
export type CaptionsRoutesDeps = {
  readonly db: Db
  readonly documents: OpenDocuments
  readonly versions: PastVersions
}

/**
 * Routes under `/api/captions`: GET `/:projectId/captions.{srt,vtt,ass,json}`, where `?words=1` adds word times to WebVTT
 * and `?names=1` the names of speakers to SRT,
 * GET `/:projectId/document`, lines of JSON: a `DocumentStart` with the caller's access, then `DocumentPart`s (without
 * captions 404, or 204 to an early request), and GET
 * `/:projectId/versions/:revision/document`, the same lines of a past version, without the access.
 */
export function captionsRoutes({ db, documents, versions }: CaptionsRoutesDeps) {
  const app = router()
  app.get('/:projectId/document', async (c) => {
    const caller = requireCaller(c)
    const projectId = projectIdOf(c.req.param('projectId'))
    const { access } = await requireProject(db, projectId, caller.userId, 'view')
    const open = await documents.latest(db, projectId, caller.userId)
    if (open === undefined && c.req.header(EARLY_HEADER) !== undefined) return c.body(null, 204)
    const { doc } = requireCaptions(open)
    return sendDocument(c, doc, shownAccess(caller, access))
  })
  app.get('/:projectId/versions/:revision/document', async (c) => {
    const { userId } = requireCaller(c)
    const projectId = projectIdOf(c.req.param('projectId'))
    const revision = revisionOf(c.req.param('revision'))
    await requireProject(db, projectId, userId, 'view')
    const encoding = encodingFor(c)
    const bytes = await versions.read({ projectId, revision, encoding, account: userId })
    const headers = { 'content-type': 'application/x-ndjson; charset=utf-8', vary: 'accept-encoding' }
    return new Response(bytes, { headers: { ...headers, ...(encoding !== null && { 'content-encoding': encoding }) } })
  })
  return app.get('/:projectId/:file{captions\\.(srt|vtt|ass|json)}', async (c) => {
    const { userId } = requireCaller(c)
    const projectId = projectIdOf(c.req.param('projectId'))
    const format = Format.parse(c.req.param('file').split('.').at(-1))
    const project = await requireProject(db, projectId, userId, 'view')
    const { doc } = requireCaptions(await documents.latest(db, projectId, userId))
    const words = format === 'vtt' && c.req.query('words') === '1'
    const names = format === 'srt' && c.req.query('names') === '1'
    const bytes = await buffer(encodeInTurns(CAPTION_FILES[format](doc, { words, names })))
    return sendFile(c, {
      sizeBytes: bytes.byteLength,
      contentType: CONTENT_TYPES[format],
      version: `captions-${doc.id}-${doc.rev}-${format}${words ? '-words' : ''}${names ? '-names' : ''}`,
      downloadName: `${project.title}.${format}`,
      open: (first, last) => new Blob([bytes.subarray(first, last + 1)]).stream(),
    })
  })
}

/** Answers with a document as lines of JSON: a `DocumentStart` with this access, then `DocumentPart`s. */
export function sendDocument(c: Context, doc: CaptionDocument, access: ShownAccess): Response {
  const encoding = encodingFor(c)
  const headers = { 'content-type': 'application/x-ndjson; charset=utf-8', vary: 'accept-encoding' }
  return new Response(streamDocument(doc, { access, encoding }), {
    headers: { ...headers, ...(encoding !== null && { 'content-encoding': encoding }) },
  })
}
