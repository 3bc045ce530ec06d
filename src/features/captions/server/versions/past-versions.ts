import { BytesCache, type CachedBytes } from '#platform/server/bytes-cache.ts'
import type { Db } from '#platform/server/db.ts'
import type { ThreadPool } from '#platform/server/threads/thread-pool.ts'
import { AppError } from '#platform/shared/errors.ts'
import { stateOf } from '../storage/batch-rows.ts'
import { findRevision } from '../storage/snapshot-rows.ts'
import { type Encoding, versionTask } from './version-task.ts'

/** The refusal for a revision that is not stored. */
export const GONE = 'This version is no longer stored. Choose another one.'

/** Maximum bytes of all answers in memory. */
const MOST_BYTES = 32_000_000
const TIMEOUT_MS = 10_000
const TOO_SLOW = 'This version takes too long to open right now. Try again in a few seconds.'

/** A requested version. */
type VersionRequest = {
  readonly projectId: string
  readonly revision: number
  readonly encoding: Encoding
  /** Whose share of the thread pool it uses. */
  readonly account: string
}

/**
 * Reads past versions of captions. A thread replays them, so that the event loop only passes on bytes. A version never
 * changes, so the last answers stay in memory.
 */
export class PastVersions {
  readonly #db: Db
  readonly #threadPool: Pick<ThreadPool, 'run'>
  readonly #answers: BytesCache

  /** @param o.mostBytes of all answers in memory; default 32 MB */
  constructor(o: { readonly db: Db; readonly threadPool: Pick<ThreadPool, 'run'>; readonly mostBytes?: number }) {
    this.#db = o.db
    this.#threadPool = o.threadPool
    this.#answers = new BytesCache(o.mostBytes ?? MOST_BYTES)
  }

  /** Bytes of all answers in memory. */
  get bytes(): number {
    return this.#answers.bytes
  }

  /**
   * The lines of a version, compressed. The caller checks access.
   * @throws AppError `not_found` when the version is not stored; as the thread pool
   */
  async read(wanted: VersionRequest): Promise<CachedBytes> {
    const { projectId, revision, encoding } = wanted
    // The batch names the history: after a restored backup, a revision can have another content.
    const state = await stateOf(this.#db, projectId, revision)
    return this.#answers.read(`${projectId} ${revision} ${state} ${encoding}`, () => this.#replay(wanted))
  }

  async #replay({ projectId, revision, encoding, account }: VersionRequest): Promise<CachedBytes> {
    const stored = await findRevision(this.#db, projectId, revision)
    if (stored === undefined) throw new AppError('not_found', GONE)
    return this.#threadPool.run(
      versionTask,
      { stored, encoding },
      { account, timeoutMs: TIMEOUT_MS, tooSlow: TOO_SLOW },
    )
  }
}
