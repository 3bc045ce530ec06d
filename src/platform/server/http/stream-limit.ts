import { AppError } from '../../shared/errors.ts'
import type { Caller } from '../http.ts'
import { isAsyncIterator, type RpcCall } from '../rpc.ts'

/** Maximum number of open streams for each session and each account in one web process. */
export const STREAMS = { perSession: 20, perAccount: 40 }

/**
 * A client interceptor for an oRPC handler: a stream counts against its session and account until it ends, breaks or
 * disconnects. A stream beyond the limit is refused before it reads anything.
 * @throws AppError `too_many_requests` with the `limit`
 */
export function limitStreams() {
  const open = new Map<string, number>()

  function add(key: string, by: 1 | -1): void {
    const count = (open.get(key) ?? 0) + by
    if (count === 0) open.delete(key)
    else open.set(key, count)
  }

  /** @returns frees the place; safe to repeat */
  function take(places: readonly Place[]): () => void {
    for (const { key, limit } of places) if ((open.get(key) ?? 0) >= limit) throw tooManyStreams(limit)
    for (const { key } of places) add(key, 1)
    let isHeld = true
    return () => {
      if (isHeld) for (const { key } of places) add(key, -1)
      isHeld = false
    }
  }

  return async ({ context, signal, next }: RpcCall): Promise<unknown> => {
    const output = await next()
    if (!isAsyncIterator(output)) return output
    try {
      const release = take(placesOf(context.caller, context.clientAddress))
      // A client that disconnects while the stream is idle makes no further request, and may never close it.
      if (signal?.aborted === true) release()
      else signal?.addEventListener('abort', release, { once: true })
      return releaseAtEnd(output, () => {
        signal?.removeEventListener('abort', release)
        release()
      })
    } catch (error) {
      await output.return?.()
      throw error
    }
  }
}

type Place = { readonly key: string; readonly limit: number }

function placesOf(viewer: Caller | null, clientAddress: (() => string) | undefined): Place[] {
  // An operator who views somebody's pages takes none of their places.
  const caller = viewer?.viewing?.operator ?? viewer
  if (caller === null) return [{ key: `address ${clientAddress?.() ?? ''}`, limit: STREAMS.perSession }]
  const account = { key: `account ${caller.userId}`, limit: STREAMS.perAccount }
  if (caller.sessionId === undefined) return [account]
  return [{ key: `session ${caller.sessionId}`, limit: STREAMS.perSession }, account]
}

function tooManyStreams(limit: number): AppError {
  return new AppError(
    'too_many_requests',
    `You follow live changes in ${limit} places already, such as open tabs. Close some of them and try again.`,
    { limit },
  )
}

function releaseAtEnd(
  stream: AsyncIterator<unknown, unknown, unknown>,
  release: () => void,
): AsyncIterableIterator<unknown, unknown, unknown> {
  const releasing: AsyncIterableIterator<unknown, unknown, unknown> = {
    [Symbol.asyncIterator]: () => releasing,
    async next(value) {
      try {
        const result = await stream.next(value)
        if (result.done === true) release()
        return result
      } catch (error) {
        release()
        throw error
      }
    },
    async return(value) {
      release()
      return (await stream.return?.(value)) ?? { done: true, value }
    },
  }
  return releasing
}
