import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { documentRevision, sendDocument } from '#features/captions/server/index.ts'
import { sendProjectFile, type StoredProject } from '#features/media/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { type HttpEnv, router } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { GUEST_KEY_HEADER, GuestComment, type GuestComments, GuestDecision, type GuestView } from '../model/index.ts'
import { findDecision } from './decision-rows.ts'
import type { ReviewDeps } from './deps.ts'
import { checkLink, requireActiveLink, requireOpenLink, unlock } from './guest-access.ts'
import { readGuestFonts, sendGuestFont } from './guest-fonts.ts'
import { readGuestLogos, sendGuestLogo } from './guest-logos.ts'
import { consumeDecisionLimit, consumeGuestCommentLimit } from './limits.ts'
import { hashOf } from './link-token.ts'
import { readThreads, viewDecision } from './read-comments.ts'
import { recordDecision } from './record-decision.ts'
import { viewThreads } from './thread-views.ts'
import { removeComment, replyTo, startThread } from './write-comments.ts'

const Password = z.object({ password: z.string().max(200) })

/**
 * Routes under `/api/review/:token`, for the holder of a review link. Each request checks the link, ranges of the video
 * too.
 */
export function guestRoutes(deps: ReviewDeps) {
  const app = router()
  app.use('/:token/*', privateHeaders)
  app.use('/:token', privateHeaders)
  app.get('/:token', async (c) => c.json(await viewLink(deps, c)))
  app.post('/:token/unlock', async (c) => {
    // An unknown link is refused unread.
    await checkLink(deps, c)
    await unlock(deps, c, (await readBody(c, Password)).password)
    return c.json({ unlocked: true })
  })
  app.get('/:token/document', async (c) => {
    const { project } = await requireOpenLink(deps, c)
    const open = await deps.documents.latest(deps.db, project.id, project.ownerId)
    if (open === undefined) throw new AppError('not_found', 'This video has no captions yet.')
    // Markers are notes of the team.
    const { markers: _, ...doc } = open.doc
    return sendDocument(c, doc, { access: 'viewer' })
  })
  app.get('/:token/:file{preview\\.mp4|poster\\.jpg}', async (c) => {
    const { project } = await requireOpenLink(deps, c)
    return sendProjectFile(c, deps.files, { projectId: project.id, name: c.req.param('file') })
  })
  app.get('/:token/fonts', async (c) => c.json(await readGuestFonts(deps, c)))
  app.get('/:token/fonts/:fontId', (c) => sendGuestFont(deps, c))
  app.get('/:token/logo', async (c) => c.json(await readGuestLogos(deps, c)))
  app.get('/:token/logo/:logoId', (c) => sendGuestLogo(deps, c))
  app.get('/:token/comments', async (c) => {
    const { project } = await requireOpenLink(deps, c)
    return c.json(await readGuestComments(deps, project, { hash: hashIn(c, project), cursor: c.req.query('cursor') }))
  })
  app.post('/:token/comments', (c) => comment(deps, c))
  app.delete('/:token/comments/:commentId', async (c) => {
    const opened = await requireOpenLink(deps, c)
    const commentId = z.uuid().safeParse(c.req.param('commentId'))
    if (!commentId.success) throw new AppError('not_found', 'Comment not found')
    const hash = hashIn(c, opened.project)
    if (hash === null) throw new AppError('unprocessable', 'The key of the browser that wrote the comment is missing.')
    const reader = { kind: 'guest', hash } as const
    await removeComment(deps, {
      projectId: opened.project.id,
      commentId: commentId.data,
      reader,
      authorize: (tx) => requireActiveLink(tx, deps, opened.link),
    })
    return c.json({ done: true })
  })
  return app.post('/:token/decision', (c) => decide(deps, c))
}

/** Nothing of a review may be listed or sent to other sites. */
const privateHeaders: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  c.header('x-robots-tag', 'noindex')
  c.header('referrer-policy', 'no-referrer')
}

async function viewLink(deps: ReviewDeps, c: Context<HttpEnv>): Promise<GuestView> {
  const access = await checkLink(deps, c)
  if (access.state !== 'open') return { state: access.state }
  const { project, ownerName } = access
  const path = (asset: 'preview' | 'poster', file: string) =>
    project.assets.includes(asset) ? `${c.req.path}/${file}` : null
  return {
    state: 'open',
    title: project.title,
    ownerName,
    preview: path('preview', 'preview.mp4'),
    poster: path('poster', 'poster.jpg'),
  }
}

async function readGuestComments(
  { db }: ReviewDeps,
  project: StoredProject,
  { hash, cursor }: { hash: string | null; cursor: string | undefined },
): Promise<GuestComments> {
  const reader = { kind: 'guest', hash } as const
  const { threads, next } = await readThreads(db, { projectId: project.id, reader, cursor })
  const revision = (await documentRevision(db, project.id)) ?? 1
  const own = await findDecision(db, { projectId: project.id, reader })
  return { threads, next, decision: own === undefined ? null : viewDecision(own, reader), revision }
}

async function comment(deps: ReviewDeps, c: Context<HttpEnv>): Promise<Response> {
  const { link, project } = await requireOpenLink(deps, c)
  const { name, key, text, to } = await readBody(c, GuestComment)
  await consumeGuestCommentLimit(deps, link.id, deps.clientAddress(c))
  const hash = hashOfGuest(project, key)
  const written = {
    project,
    author: { kind: 'guest', name, hash },
    text,
    authorize: (tx: Tx) => requireActiveLink(tx, deps, link),
  } as const
  const thread = await ('threadId' in to
    ? replyTo(deps, { ...written, threadId: to.threadId })
    : startThread(deps, { ...written, ...to }))
  const [view] = await viewThreads(deps.db, [thread], { kind: 'guest', hash })
  return c.json(view)
}

async function decide(deps: ReviewDeps, c: Context<HttpEnv>): Promise<Response> {
  const { link, project } = await requireOpenLink(deps, c)
  const { name, key, decision, revision } = await readBody(c, GuestDecision)
  await consumeDecisionLimit(deps, link.id, deps.clientAddress(c))
  await recordDecision(deps, {
    project,
    author: { kind: 'guest', name, hash: hashOfGuest(project, key) },
    decision,
    revision,
    authorize: (tx) => requireActiveLink(tx, deps, link),
  })
  return c.json({ done: true })
}

/** The hash of the key in a request; null for a guest who wrote nothing yet. */
function hashIn(c: Context<HttpEnv>, project: StoredProject): string | null {
  const key = c.req.header(GUEST_KEY_HEADER)
  return key === undefined ? null : hashOfGuest(project, key)
}

/** Differs between projects, so that nobody can follow a guest from one to the next. */
function hashOfGuest({ id }: StoredProject, key: string): string {
  return hashOf(`${id}|${key}`)
}

/** @throws AppError `unprocessable` with the first problem and its field */
async function readBody<T>(c: Context<HttpEnv>, schema: z.ZodType<T>): Promise<T> {
  const json: unknown = await c.req.json().catch((error: unknown) => {
    throw new AppError('unprocessable', 'The request is not JSON.', {}, { cause: error })
  })
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  const field = first?.path[0]
  throw new AppError(
    'unprocessable',
    first?.message ?? 'This request is incomplete.',
    typeof field === 'string' ? { field } : {},
  )
}
