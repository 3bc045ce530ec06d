import { AppError } from '../shared/errors.ts'

/** The place of an admitted request in a pool. */
export type Place = {
  /** Resolves when the work may begin. @throws AppError `unprocessable` when the signal aborts first */
  turn(signal?: AbortSignal): Promise<void>
  /** Frees the place, even before its turn. Idempotent. */
  leave(): void
}

/** Admits a limited amount of work, runs part of it and queues the rest; keys take turns. */
export type Pool = {
  /**
   * Takes a place for `key`, usually an account.
   * @throws AppError `too_many_requests` when the key holds too many places, `unavailable` when the pool is full
   */
  enter(key: string): Place
}

/** Limits of a pool in places; running and waiting work both count. */
export type PoolLimits = {
  /** Places in all. */
  readonly places: number
  /** Concurrently running work. */
  readonly atOnce: number
  /** Places of one key. */
  readonly placesPerKey: number
  /** Concurrently running work of one key. */
  readonly atOncePerKey: number
}

type QueueEntry = { readonly key: string; state: 'admitted' | 'waiting' | 'running' | 'gone'; begin(): void }

/**
 * Opens a pool of this process.
 * @param words the messages of its two errors
 */
export function openPool(
  { atOnce, atOncePerKey, ...limits }: PoolLimits,
  words: { readonly full: string; readonly tooManyOfKey: string },
): Pool {
  const places = new Set<QueueEntry>()
  /** The last turn in which each key with places started work. */
  const lastTurn = new Map<string, number>()
  let turns = 0
  const count = (state: QueueEntry['state'] | 'any', key?: string) =>
    [...places].filter((one) => (state === 'any' || one.state === state) && (key === undefined || one.key === key))
      .length

  /** Picks the next work that may start: the least recently served key first, then in order of arrival. */
  function nextWaiting(): QueueEntry | undefined {
    const waiting = [...places].filter(({ state, key }) => state === 'waiting' && count('running', key) < atOncePerKey)
    return waiting.toSorted((a, b) => (lastTurn.get(a.key) ?? 0) - (lastTurn.get(b.key) ?? 0))[0]
  }

  function beginNext(): void {
    while (count('running') < atOnce) {
      const next = nextWaiting()
      if (next === undefined) return
      turns += 1
      lastTurn.set(next.key, turns)
      next.state = 'running'
      next.begin()
    }
  }

  return {
    enter(key) {
      if (count('any', key) >= limits.placesPerKey) throw new AppError('too_many_requests', words.tooManyOfKey)
      if (places.size >= limits.places) throw new AppError('unavailable', words.full)
      const begun = Promise.withResolvers<void>()
      const place: QueueEntry = { key, state: 'admitted', begin: begun.resolve }
      places.add(place)
      const leave = () => {
        place.state = 'gone'
        places.delete(place)
        if (count('any', key) === 0) lastTurn.delete(key)
        beginNext()
      }
      return {
        leave,
        async turn(signal) {
          if (place.state !== 'admitted') throw new Error('a place has one turn, before it is left')
          if (signal?.aborted === true) throw gone(signal)
          place.state = 'waiting'
          const giveUp = () => begun.reject(gone(signal))
          signal?.addEventListener('abort', giveUp, { once: true })
          beginNext()
          await begun.promise.finally(() => signal?.removeEventListener('abort', giveUp))
        },
      }
    },
  }
}

/** The error for an aborted wait: the signal's own, as on shutdown, or a closed connection, which is no defect. */
function gone(signal: AbortSignal | undefined): AppError {
  if (signal?.reason instanceof AppError) return signal.reason
  const words = 'The connection was closed while this waited for its turn.'
  return new AppError('unprocessable', words, {}, { cause: signal?.reason })
}
