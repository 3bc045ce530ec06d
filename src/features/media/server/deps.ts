import type { Db, Tx } from '#platform/server/db.ts'
import type { Events } from '#platform/server/events.ts'
import type { FileStore } from '#platform/server/files.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import type { MediaRunner } from '#platform/server/sandbox.ts'
import type { UploadLimits } from '../model/index.ts'
import type { StoredProject } from './projects.ts'

/** What media's procedures, routes and maintenance need from outside. */
export type MediaDeps = {
  readonly db: Db
  readonly files: FileStore
  readonly jobs: JobQueue
  readonly events: Events
  readonly log: Log
  /** Where unfinished uploads lie; on the disk of the file store when it has one, so that finishing is one rename. */
  readonly uploadsDir: string
  /** Whether other web servers may have such folders of their own: what is not in ours may be in theirs. Default false. */
  readonly uploadsElsewhere?: boolean
  /** What the owner's plan allows, looked up at each check. */
  uploadLimits(userId: string): Promise<UploadLimits>
  /** Makes sure that the owner has room for so many bytes more. @throws AppError `storage_full` */
  claimRoom(tx: Tx, asked: { readonly ownerId: string; readonly sizeBytes: number }): Promise<void>
  /** Until when a video is kept whose upload begins now; null: for good. */
  expiryOf(ownerId: string): Promise<Date | null>
  /** Told in the transaction that removes a project: whoever keeps something about it ends it here. */
  onRemoved(tx: Tx, project: StoredProject): Promise<void>
  newId(): string
  now(): Date
}

/** What media's jobs need from outside. */
export type MediaJobDeps = Pick<MediaDeps, 'db' | 'files' | 'jobs' | 'events' | 'log' | 'uploadLimits'> & {
  readonly media: MediaRunner
  /** Told in the transaction that makes a project `prepared`. */
  onPrepared(tx: Tx, project: StoredProject): Promise<void>
}
