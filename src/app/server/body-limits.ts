import type { Context, MiddlewareHandler } from 'hono'
import {
  announcedBytes,
  type BodyLimit,
  limitBody,
  limitBodyTime,
  receiveBody,
  tooLarge,
} from '#platform/server/http/body-limit.ts'
import type { HttpEnv } from '#platform/server/http.ts'
import type { InputBody } from '#platform/server/http/input-body.ts'
import { openPool } from '#platform/server/pool.ts'
import { AppError } from '#platform/shared/errors.ts'

/** The default body limit, in bytes. */
export const BODY_MAX_BYTES = 100_000

const USUAL: BodyLimit = { maxBytes: BODY_MAX_BYTES, withinMs: 30_000 }

/** A route with a larger limit. */
type LargerBody = {
  readonly path: RegExp
  /** The callers who may exceed `BODY_MAX_BYTES`. */
  readonly from: 'signed in' | 'everybody'
  /** `streamed`: the handler counts what it writes to the disk, so that no limit in memory is needed. */
  readonly limit: BodyLimit | { readonly streamed: true; readonly withinMs: number | null }
  /** A thread parses a body above `BODY_MAX_BYTES` (`answerInputBody`). */
  readonly isReadInThread?: true
}

const LARGER_BODIES: readonly LargerBody[] = [
  // An upload over a slow line may take hours; only silence ends it (`listen`).
  { path: /^\/api\/uploads(\/|$)/, from: 'signed in', limit: { streamed: true, withinMs: null } },
  { path: /^\/api\/early-sounds\//, from: 'signed in', limit: { streamed: true, withinMs: null } },
  { path: /^\/api\/account\/photo$/, from: 'signed in', limit: { streamed: true, withinMs: 120_000 } },
  // 10 MB; the handler limits how many are checked at once.
  { path: /^\/api\/own-fonts$/, from: 'signed in', limit: { streamed: true, withinMs: 300_000 } },
  // 2 MB; as for fonts.
  { path: /^\/api\/logos$/, from: 'signed in', limit: { streamed: true, withinMs: 120_000 } },
  // 1 MB; as for fonts.
  { path: /^\/api\/operator-site-pictures$/, from: 'signed in', limit: { streamed: true, withinMs: 120_000 } },
  // 50 MB; the handler limits them to one at a time for each operator.
  { path: /^\/api\/operator-speech-tests$/, from: 'signed in', limit: { streamed: true, withinMs: 300_000 } },
  // The longest script or subtitle file, and edits of every word of a long video.
  {
    path: /^\/api\/(rpc|v1)\/(transcription\/start|captions\/apply)$/,
    from: 'signed in',
    limit: { maxBytes: 8_000_000, withinMs: 120_000 },
    isReadInThread: true,
  },
  // The ids of 10,000 batches.
  { path: /^\/api\/(rpc|v1)\/captions\/get$/, from: 'signed in', limit: { maxBytes: 500_000, withinMs: 60_000 } },
  // Stripe's events are a few kilobytes.
  { path: /^\/api\/billing\/webhooks$/, from: 'everybody', limit: { maxBytes: 1_000_000, withinMs: 30_000 } },
  // A report returns the header of its mail, or all of it; ours are a few kilobytes.
  { path: /^\/api\/mail-reports$/, from: 'everybody', limit: { maxBytes: 1_000_000, withinMs: 30_000 } },
]

/** Limits of large bodies: in memory at once, waiting unread, and waiting per account. */
const LARGE_AT_ONCE = { places: 60, atOnce: 6, placesPerKey: 6, atOncePerKey: 1 }
/** Limit of large bodies without a session, such as a payment provider's, which retries a refused event. */
const STRANGERS_AT_ONCE = { places: 6, atOnce: 6, placesPerKey: 6, atOncePerKey: 6 }
/** Minimum interval between an account's large bodies, in milliseconds; a thread needs about half of it for one. */
const LARGE_REST_MS = 1_000

/**
 * Limits every body before anything reads the request (ADR 0019). A body that may be larger from an account passes
 * unread to `limitLargeBodies`, unless its announced size exceeds every limit.
 */
export function limitBodies(): MiddlewareHandler<HttpEnv> {
  const limitUsual = limitBody(USUAL)
  return async (c, next) => {
    const announced = announcedBytes(c)
    if (announced === 0) return next()
    if (c.req.method === 'GET' || c.req.method === 'HEAD') {
      await next()
      // The body stays unread: the connection ends with the answer.
      c.header('connection', 'close')
      return
    }
    const limit = largerBody(c)?.limit
    if (limit === undefined) return limitUsual(c, next)
    if ('streamed' in limit) {
      if (limit.withinMs !== null) limitBodyTime(c, limit.withinMs)
    } else if (announced > limit.maxBytes && announced !== Infinity) throw tooLarge(limit.maxBytes)
    return next()
  }
}

/**
 * Limits larger bodies once their sender is known: refuses a visitor's unread, and admits only a few of
 * everybody else's to memory at once.
 * @throws AppError `unauthorized`, `too_large`, `too_many_requests`, `unavailable`
 */
export function limitLargeBodies(): MiddlewareHandler<HttpEnv> {
  const accounts = openPool(LARGE_AT_ONCE, WORDS)
  const strangers = openPool(STRANGERS_AT_ONCE, WORDS)
  return async (c, next) => {
    const rule = largerBody(c)
    if (rule === undefined || 'streamed' in rule.limit || announcedBytes(c) === 0) return next()
    const limit = limitBody(rule.limit)
    if (announcedBytes(c) <= BODY_MAX_BYTES) return limit(c, next)
    const { caller } = c.var
    if (rule.from === 'signed in' && caller === null) throw new AppError('unauthorized', 'No user logged in')
    const place = caller === null ? strangers.enter('anybody') : accounts.enter(caller.userId)
    try {
      await place.turn(c.req.raw.signal)
      return await limit(c, next)
    } finally {
      if (caller === null) place.leave()
      else setTimeout(place.leave, LARGE_REST_MS).unref()
    }
  }
}

/**
 * The body of a request that a thread parses; undefined for every other, which stays unread. `limitLargeBodies`
 * runs first.
 * @param o.isWrapped the input is wrapped in `{"json": …}`
 */
export async function takeInputBody(
  c: Context<HttpEnv>,
  { isWrapped }: { isWrapped: boolean },
): Promise<InputBody | undefined> {
  const isForThread = c.req.method === 'POST' && largerBody(c)?.isReadInThread === true
  if (!isForThread || announcedBytes(c) <= BODY_MAX_BYTES) return undefined
  return { bytes: await receiveBody(c), isWrapped }
}

const WORDS = {
  full: 'Too much is being sent to us right now. Try again in a moment.',
  tooManyOfKey: 'Your last requests are still being read. Try again when they are done.',
}

function largerBody(c: Context): LargerBody | undefined {
  return LARGER_BODIES.find(({ path }) => path.test(c.req.path))
}
