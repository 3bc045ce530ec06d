import type { Db, Tx } from '#platform/server/db.ts'
import type { Events } from '#platform/server/events.ts'
import type { FileStore } from '#platform/server/files.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import type { Mailer } from '#platform/server/mail.ts'
import type { MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import type { UploadLimits } from '../model/index.ts'
import type { StoredProject } from './projects.ts'

/** A copy of a video, whose files follow. */
export type DuplicatedProject = { readonly sourceId: string; readonly copy: StoredProject }

/** A video that somebody else owns from now on. */
export type TransferredProject = { readonly projectId: string; readonly fromId: string; readonly toId: string }

/** The dependencies of media's procedures, routes and maintenance. */
export type MediaDeps = {
  readonly db: Db
  readonly files: FileStore
  readonly jobs: JobQueue
  readonly events: Events
  readonly log: Log
  /** The folder of unfinished uploads; on the file store's disk if it has one, so that finishing is one rename. */
  readonly uploadsDir: string
  /** Whether other web servers may have upload folders of their own, with files missing here. Default false. */
  readonly uploadsElsewhere?: boolean
  readonly media: MediaRunner
  /** The limits of the owner's plan, looked up at each check. */
  uploadLimits(userId: string): Promise<UploadLimits>
  /** Checks that the owner has room for this many more bytes. @throws AppError `storage_full` */
  claimRoom(tx: Tx, request: { readonly ownerId: string; readonly sizeBytes: number }): Promise<void>
  /** How long a video uploaded now is stored, in milliseconds; null for ever. */
  retentionOf(ownerId: string): Promise<number | null>
  /** Runs in the transaction that removes a project; other features delete their data about it here. */
  onRemoved(tx: Tx, project: StoredProject): Promise<void>
  /** Runs in the transaction that makes a copy; other features copy their data about the source here. */
  onDuplicated(tx: Tx, duplicated: DuplicatedProject): Promise<void>
  /**
   * Runs in the transaction that changes the owner; other features move their data about the project here.
   * @throws AppError `conflict` while they work on it
   */
  onTransferred(tx: Tx, transferred: TransferredProject): Promise<void>
  readonly mail: Mailer
  /** The origin of links in mails. */
  readonly publicUrl: string
  newId(): string
  now(): Date
}

/** A sound that arrived before its video, with its measured length. */
export type ArrivedSound = { readonly project: StoredProject; readonly durationMs: number }

/** The dependencies of media's jobs. */
export type MediaJobDeps = Pick<MediaDeps, 'db' | 'files' | 'jobs' | 'events' | 'log' | 'media' | 'uploadLimits'> & {
  /** Runs in the transaction that stores the length of a sound that arrived before its video. */
  onSoundArrived(tx: Tx, arrived: ArrivedSound): Promise<void>
  /** Runs in the transaction that stores the measured length of a project. */
  onChecked(tx: Tx, project: StoredProject): Promise<void>
  /** Runs in the transaction that refuses a project; other features undo their work on it here. */
  onRefused(tx: Tx, project: StoredProject): Promise<void>
  /** Runs in the transaction that makes a project `prepared`. */
  onPrepared(tx: Tx, project: StoredProject): Promise<void>
}
