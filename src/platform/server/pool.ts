import { AppError } from '../shared/errors.ts'

/** One admitted request's place in a pool. */
export type Place = {
  /** Resolves when the work may begin. @throws AppError `unprocessable` when the signal aborts first: nobody waits any more */
  turn(signal?: AbortSignal): Promise<void>
  /** Frees the place, whether or not its turn came. Safe to repeat. */
  leave(): void
}

/** Admits work up to a limit, runs some of it at once, and lets the rest wait; keys take turns. */
export type Pool = {
  /**
   * Takes a place for `key`, usually an account.
   * @throws AppError `too_many_requests` when the key holds too many places, `unavailable` when the pool is full
   */
  enter(key: string): Place
}

/** Limits of a pool, each in places; what runs counts as well as what waits. */
export type PoolLimits = {
  /** Places in all. */
  readonly places: number
  /** Work that runs at once. */
  readonly atOnce: number
  /** Places of one key. */
  readonly placesPerKey: number
  /** Work of one key that runs at once. */
  readonly atOncePerKey: number
}

type Waiting = { readonly key: string; state: 'admitted' | 'waiting' | 'running' | 'gone'; begin(): void }

/**
 * Opens a pool of this process.
 * @param words the sentences of its two refusals
 */
export function openPool(
  { atOnce, atOncePerKey, ...limits }: PoolLimits,
  words: { readonly full: string; readonly tooManyOfKey: string },
): Pool {
  const places = new Set<Waiting>()
  /** When the keys that hold places last began work, counted in turns. */
  const lastTurn = new Map<string, number>()
  let turns = 0
  const count = (state: Waiting['state'] | 'any', key?: string) =>
    [...places].filter((one) => (state === 'any' || one.state === state) && (key === undefined || one.key === key))
      .length

  /** Keys take turns: of what may begin, the work whose key began something longest ago, then in order of arrival. */
  function nextWaiting(): Waiting | undefined {
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
      const place: Waiting = { key, state: 'admitted', begin: begun.resolve }
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

/** The refusal that the signal names, as when the process stops; else the caller closed the connection: no defect. */
function gone(signal: AbortSignal | undefined): AppError {
  if (signal?.reason instanceof AppError) return signal.reason
  const words = 'The connection was closed while this waited for its turn.'
  return new AppError('unprocessable', words, {}, { cause: signal?.reason })
}
