import { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { AppError } from '../../shared/errors.ts'
import type { HttpEnv } from '../http.ts'
import { receiveBytes, shareBytes, type SharedBytes } from '../threads/shared-bytes.ts'

/** Size and time limits of the request body on one route. */
export type BodyLimit = {
  /** Bytes. */
  readonly maxBytes: number
  /** Milliseconds from the request's headers to the last byte of its body; the connection is closed after that. */
  readonly withinMs: number
}

const ENDED_EARLY = 'The request ended before all of it had arrived.'

/**
 * Rejects a body of more than `maxBytes`. Node.js enforces a declared content length; a body without one is buffered
 * and counted before anything else runs.
 * @throws AppError `too_large`
 */
export function limitBody(limit: BodyLimit): MiddlewareHandler<HttpEnv> {
  const refuse = () => {
    throw tooLarge(limit.maxBytes)
  }
  const receive = bodyLimit({ maxSize: limit.maxBytes, onError: refuse })
  return async (c, next) => {
    const announced = announcedBytes(c)
    if (announced > limit.maxBytes && announced !== Infinity) refuse()
    if (announced > 0) limitBodyTime(c, limit.withinMs)
    if (announced !== Infinity) return next()
    let received = false
    try {
      return await receive(c, () => {
        received = true
        return next()
      })
    } catch (error) {
      if (received || error instanceof AppError) throw error
      throw new AppError('unprocessable', ENDED_EARLY, {}, { cause: error })
    }
  }
}

/** Closes the connection when the body does not arrive in time. */
export function limitBodyTime(c: Context<HttpEnv>, withinMs: number): void {
  const incoming = incomingOf(c)
  if (incoming === undefined || incoming.complete) return
  const timer = setTimeout(() => incoming.socket.destroy(), withinMs)
  const done = () => clearTimeout(timer)
  incoming.once('end', done).once('close', done)
}

/** Body size declared by the headers: 0 without a body, `Infinity` without a declared length. */
export function announcedBytes(c: Context): number {
  if (c.req.header('transfer-encoding') !== undefined) return Infinity
  return Number(c.req.header('content-length') ?? 0)
}

/** The error for a body beyond its limit. */
export function tooLarge(maxBytes: number): AppError {
  return new AppError('too_large', `This request is too large: at most ${formatBytes(maxBytes)} are taken here.`, {
    maxBytes,
  })
}

/**
 * Reads a whole body into memory shared between threads. Run `limitBody` first.
 * @throws AppError `unprocessable` when the connection ends before
 */
export async function receiveBody(c: Context<HttpEnv>): Promise<SharedBytes> {
  const incoming = incomingOf(c)
  const announced = announcedBytes(c)
  try {
    // `limitBody` has already buffered a body without a declared length.
    if (incoming === undefined || announced === Infinity)
      return shareBytes(new Uint8Array(await c.req.raw.arrayBuffer()))
    return await receiveBytes(incoming, announced)
  } catch (error) {
    throw new AppError('unprocessable', ENDED_EARLY, {}, { cause: error })
  }
}

/** The underlying Node.js request; absent in tests that run without a server. */
function incomingOf({ env }: Context<HttpEnv>): IncomingMessage | undefined {
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return undefined
  return env.incoming instanceof IncomingMessage ? env.incoming : undefined
}
