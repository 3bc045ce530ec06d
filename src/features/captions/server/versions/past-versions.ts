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

type Answer = Uint8Array<ArrayBuffer>

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
 * changes, so the last answers stay in memory; concurrent requests for one share the work.
 */
export class PastVersions {
  readonly #db: Db
  readonly #threadPool: Pick<ThreadPool, 'run'>
  readonly #mostBytes: number
  /** In order of last use, oldest first. */
  readonly #answers = new Map<string, Answer>()
  readonly #reading = new Map<string, Promise<Answer>>()
  #bytes = 0

  /** @param o.mostBytes of all answers in memory; default 32 MB */
  constructor(o: { readonly db: Db; readonly threadPool: Pick<ThreadPool, 'run'>; readonly mostBytes?: number }) {
    this.#db = o.db
    this.#threadPool = o.threadPool
    this.#mostBytes = o.mostBytes ?? MOST_BYTES
  }

  /** Bytes of all answers in memory. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * The lines of a version, compressed. The caller checks access.
   * @throws AppError `not_found` when the version is not stored; as the thread pool
   */
  async read(wanted: VersionRequest): Promise<Answer> {
    const { projectId, revision, encoding } = wanted
    // The batch names the history: after a restored backup, a revision can have another content.
    const state = await stateOf(this.#db, projectId, revision)
    const key = `${projectId} ${revision} ${state} ${encoding}`
    const known = this.#answers.get(key)
    if (known !== undefined) {
      this.#answers.delete(key)
      this.#answers.set(key, known)
      return known
    }
    return this.#reading.get(key) ?? this.#readOnce(key, wanted)
  }

  #readOnce(key: string, wanted: VersionRequest): Promise<Answer> {
    const reading = this.#replay(wanted)
      .then((bytes) => {
        this.#put(key, bytes)
        return bytes
      })
      .finally(() => this.#reading.delete(key))
    this.#reading.set(key, reading)
    return reading
  }

  async #replay({ projectId, revision, encoding, account }: VersionRequest): Promise<Answer> {
    const stored = await findRevision(this.#db, projectId, revision)
    if (stored === undefined) throw new AppError('not_found', GONE)
    return this.#threadPool.run(
      versionTask,
      { stored, encoding },
      { account, timeoutMs: TIMEOUT_MS, tooSlow: TOO_SLOW },
    )
  }

  #put(key: string, bytes: Answer): void {
    this.#answers.set(key, bytes)
    this.#bytes += bytes.byteLength
    for (const [oldest, answer] of this.#answers) {
      if (this.#bytes <= this.#mostBytes) return
      this.#answers.delete(oldest)
      this.#bytes -= answer.byteLength
    }
  }
}
