import { AppError } from '../shared/errors.ts'

/** One admitted request's place in a pool. */
export type Place = {
  /** Resolves when the work may begin. @throws AppError `unprocessable` when the signal aborts first: nobody waits any more */
  turn(signal?: AbortSignal): Promise<void>
  /** Frees the place, whether or not its turn came. Safe to repeat. */
  leave(): void
}

/** Admits work up to a limit, runs some of it at once and lets the rest wait in order. */
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
export function openPool(limits: PoolLimits, words: { readonly full: string; readonly tooManyOfKey: string }): Pool {
  const places = new Set<Waiting>()
  const count = (state: Waiting['state'] | 'any', key?: string) =>
    [...places].filter((one) => (state === 'any' || one.state === state) && (key === undefined || one.key === key))
      .length

  /** In the order of arrival, past those whose key runs as much as it may. */
  function beginNext(): void {
    for (const one of places) {
      if (count('running') >= limits.atOnce) return
      if (one.state === 'waiting' && count('running', one.key) < limits.atOncePerKey) {
        one.state = 'running'
        one.begin()
      }
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

/** No defect: whoever asked closed the connection. */
function gone(signal: AbortSignal | undefined): AppError {
  const words = 'The connection was closed while this waited for its turn.'
  return new AppError('unprocessable', words, {}, { cause: signal?.reason })
}
