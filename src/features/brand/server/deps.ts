import type { Db, Tx } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/files.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import type { ThreadPool } from '#platform/server/threads/thread-pool.ts'
import type { ConsumeRateLimit } from '#platform/server/rate-limit.ts'

/** The dependencies of brand. */
export type BrandDeps = {
  readonly db: Db
  readonly files: FileStore
  readonly jobs: Pick<JobQueue, 'enqueue' | 'cancel'>
  readonly media: MediaRunner
  readonly threadPool: Pick<ThreadPool, 'run'>
  /** Checks that an owner has room for one more file, and locks their account. @throws AppError `storage_full` */
  claimRoom(tx: Tx, o: { readonly ownerId: string; readonly sizeBytes: number }): Promise<void>
  readonly consumeRateLimit: ConsumeRateLimit
  newId(): string
  now(): Date
}
