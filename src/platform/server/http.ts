import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { AppError, ERROR_STATUS, type ErrorDetails } from '../shared/errors.ts'
import { requestedRange } from './http/byte-range.ts'
import { requestOutageOf } from './outages.ts'

/** The user of a valid session. */
export type Caller = {
  readonly userId: string
  readonly email: string
  readonly sessionId?: string
  /** Set while an operator views the pages of this user: then the request is the operator’s. */
  readonly viewing?: OperatorView
}

/** An operator's look at somebody's pages. After its end the caller is the operator, and still changes nothing. */
export type OperatorView = {
  readonly viewId: string
  readonly operator: Caller
  readonly endsAt: Date
  readonly hasEnded: boolean
}

/** The log for defects, in pino's shape. */
export type DefectLog = { error(fields: { err: unknown; requestId?: string }, message: string): void }

/** Context variables available to every handler after `withCaller`. */
export type HttpEnv = { Variables: { caller: Caller | null; requestId: string; log: DefectLog } }

/** The only message a client gets for a defect. */
const DEFECT_MESSAGE = 'Something went wrong'

/** A router whose refusals become `{ error: { code, message, details } }` and nothing else. */
export function router(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.onError((error, c) => {
    const refusal = asRefusal(error)
    if (ERROR_STATUS[refusal.code] >= 500 && !(error instanceof AppError)) reportDefect(c, error)
    const { retryAfterSeconds } = refusal.details
    if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
    return c.json({ error: refusal }, ERROR_STATUS[refusal.code])
  })
  return app
}

/** The user of a request's session, null for a visitor, and the cookies that extend the session. */
export type FoundCaller = { readonly caller: Caller | null; readonly setCookies: readonly string[] }

/** Assigns the request id and resolves the caller once. */
export function withCaller(o: {
  findCaller: (request: Request) => Promise<FoundCaller>
  log: DefectLog
  newId: () => string
}): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    c.set('requestId', o.newId())
    c.set('log', o.log)
    const { caller, setCookies } = await o.findCaller(c.req.raw)
    c.set('caller', caller)
    await next()
    // Set on the finished response: a handler may return its own Response, which ignores earlier headers.
    c.header('x-request-id', c.var.requestId)
    const decided = c.res.headers.getSetCookie().map(nameOf)
    for (const cookie of setCookies)
      if (!decided.includes(nameOf(cookie))) c.header('set-cookie', cookie, { append: true })
  }
}

/** The signed-in caller. @throws AppError `unauthorized`, 'No user logged in' (spec §8) */
export function requireCaller(c: Context<HttpEnv>): Caller {
  const caller = c.var.caller ?? null
  if (caller === null) throw new AppError('unauthorized', 'No user logged in')
  return caller
}

/** A file to serve, independent of its storage. */
export type ServedFile = {
  readonly sizeBytes: number
  readonly contentType: string
  /** The strong ETag without quotes, for example the SHA-256 of the content. */
  readonly version: string
  /** Streams the bytes from `first` to `last`, both inclusive, as in HTTP and `fs.createReadStream`. */
  open(first: number, last: number): ReadableStream<Uint8Array>
  /** If set, browsers save the file under this name instead of showing it. */
  readonly downloadName?: string
  /** Default `private, no-cache`: browsers store the file, but revalidate it with its ETag. */
  readonly cacheControl?: string
}

/** Answers GET and HEAD for one file: whole, one range (RFC 9110 §14), 304, or 416. */
export function sendFile(c: Context<HttpEnv>, file: ServedFile): Response {
  const etag = `"${file.version}"`
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'cache-control': file.cacheControl ?? 'private, no-cache',
    'content-type': file.contentType,
    etag,
  })
  if (file.downloadName !== undefined) headers.set('content-disposition', attachment(file.downloadName))
  if (matchesEtag(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers })

  const range = requestedRange(c.req.header('range'), c.req.header('if-range'), etag, file.sizeBytes)
  if (range === 'unsatisfiable') {
    headers.delete('content-disposition')
    headers.set('content-range', `bytes */${file.sizeBytes}`)
    return new Response(null, { status: 416, headers })
  }
  const { first, last } = range ?? { first: 0, last: file.sizeBytes - 1 }
  headers.set('content-length', String(last - first + 1))
  if (range !== null) headers.set('content-range', `bytes ${first}-${last}/${file.sizeBytes}`)
  const empty = c.req.method === 'HEAD' || last < first
  return new Response(empty ? null : file.open(first, last), { status: range === null ? 200 : 206, headers })
}

/** The part of an error that a caller may see. */
export type Refusal = { code: keyof typeof ERROR_STATUS; message: string; details: ErrorDetails }

/**
 * Reduces an error to what a caller may see: an AppError or malformed input as it is, an outage such as a full disk
 * as `unavailable`, a defect as 'Something went wrong'.
 */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof AppError) return { code: error.code, message: error.message, details: error.details }
  if (error instanceof z.ZodError) {
    return { code: 'unprocessable', message: z.prettifyError(error), details: {} }
  }
  const outage = requestOutageOf(error)
  if (outage !== undefined) {
    const { sentence, retryAfterSeconds } = outage
    return { code: 'unavailable', message: sentence, details: { ...(retryAfterSeconds && { retryAfterSeconds }) } }
  }
  return { code: 'internal', message: DEFECT_MESSAGE, details: {} }
}

/** The log line for failed work; it names an outage for the operator. */
export function failureLine(what: string, error: unknown): string {
  const outage = requestOutageOf(error)
  return outage === undefined ? `${what} failed` : `${what} failed: ${outage.fact}`
}

/** Logs a defect or an outage with the id of its request. */
export function reportDefect(c: Context<HttpEnv>, err: unknown): void {
  const log: DefectLog | undefined = c.var.log
  // oxlint-disable-next-line no-console -- a router used alone has no log; a defect must not be silent there
  if (log === undefined) console.error(err)
  else log.error({ err, requestId: c.var.requestId }, failureLine(`${c.req.method} ${c.req.path}`, err))
}

function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

function nameOf(cookie: string): string {
  return cookie.slice(0, cookie.indexOf('='))
}

/** RFC 6266: a plain name for old clients, the exact one in UTF-8 for all others. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
