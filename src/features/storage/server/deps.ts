import type { Retention, RetentionPeriods } from '#features/billing/model/index.ts'
import type { PlanLimits } from '#features/billing/server/index.ts'
import type { Db, Queryable, Tx } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/files.ts'
import type { DefectLog, ServedFile } from '#platform/server/http.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import type { Mailer } from '#platform/server/mail.ts'
import type { FileKind, StoredFile } from '../model/index.ts'

/** A stored file, and the user who requests it. */
export type FileRef = { readonly id: string; readonly userId: string }

/** A file with a database row; null if its size was not recorded. */
export type ExpectedFile = { readonly key: string; readonly sizeBytes: number | null }

/** The operations of a feature on its stored files. A refusal is an AppError, `not_found` for strangers. */
export type FileProvider = {
  /** Hides a file everywhere at once; only its owner may. */
  moveToTrash(tx: Tx, file: FileRef & { readonly at: Date }): Promise<void>
  /** Restores a file; idempotent. */
  restore(tx: Tx, file: FileRef): Promise<void>
  /** Deletes a batch of files trashed before `before`: rows now, files by jobs. @returns the number */
  emptyTrash(tx: Tx, before: Date): Promise<number>
  /** The file to send, and its download name. */
  open(file: FileRef, log: DefectLog): Promise<{ file: Omit<ServedFile, 'downloadName'>; downloadName: string }>
}

/** A video with an expiry date. */
export type ExpiringVideo = {
  readonly id: string
  readonly ownerId: string
  readonly title: string
  readonly expiresAt: Date
}

/** Access to videos that expire; locks the rows it returns. */
export type VideoExpiry = {
  /** A batch of videos that expire before `before` without a notice. @param ownerId default all owners */
  listUnnotified(tx: Tx, before: Date, ownerId?: string): Promise<readonly ExpiringVideo[]>
  markNotified(tx: Tx, ids: readonly string[], at: Date): Promise<void>
  /** A batch of expired videos whose owner was notified before `notifiedBefore`. */
  listExpired(tx: Tx, o: { readonly now: Date; readonly notifiedBefore: Date }): Promise<readonly ExpiringVideo[]>
  deleteVideo(tx: Tx, id: string): Promise<void>
  /** A batch of owners of videos with an expiry, by id. @param o.after the last owner of the batch before */
  listOwners(tx: Tx, o: { readonly after: string | null; readonly limit: number }): Promise<readonly string[]>
  /**
   * Moves earlier expiries of an owner to this time after each upload, without a notice yet.
   * @param o.addedBefore leaves out videos added from then on; default none
   * @returns the videos
   */
  extendExpiry(
    tx: Tx,
    o: { readonly ownerId: string; readonly retentionMs: number; readonly addedBefore?: Date | undefined },
  ): Promise<readonly string[]>
  /** Keeps the current videos of an owner for ever. @param addedBefore leaves out videos added from then on */
  clearExpiry(tx: Tx, ownerId: string, addedBefore?: Date): Promise<void>
}

/** The storage of an owner's files, in bytes. */
export type OwnedBytes = {
  readonly stored: number
  /** The videos' captions with their history, in the database. */
  readonly captions: number
  /** Fonts that the owner added. */
  readonly fonts: number
  /** Logos that the owner added. */
  readonly logos: number
  /** Being uploaded, as announced. */
  readonly uploading: number
  /** Deleted videos that can still be restored. */
  readonly removed: number
}

/** A stored video of an owner; without an expiry date, it is kept for ever. */
export type OwnedVideo = {
  readonly id: string
  readonly title: string
  readonly sizeBytes: number
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

/** A finished export of a video. */
export type OwnedExport = {
  readonly id: string
  readonly projectId: string
  readonly sizeBytes: number
  readonly createdAt: Date
}

/** Access to what other features store of an owner, in bytes where it counts. */
export type FileSources = {
  /** Without videos in the trash and unfinished uploads. */
  listVideos(q: Queryable, ownerId: string): Promise<readonly OwnedVideo[]>
  listExports(q: Queryable, projectIds: readonly string[]): Promise<readonly OwnedExport[]>
  /** The caption files of these videos, by the video's id. */
  captionFiles(
    q: Queryable,
    projectIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly StoredFile['captions'][number][]>>
  captionBytes(q: Queryable, projectIds: readonly string[]): Promise<number>
  fontBytes(q: Queryable, ownerId: string): Promise<number>
  logoBytes(q: Queryable, ownerId: string): Promise<number>
  uploadingBytes(q: Queryable, ownerId: string): Promise<number>
  trashedBytes(q: Queryable, ownerId: string): Promise<number>
}

/** The dependencies of storage. */
export type StorageDeps = {
  readonly db: Db
  readonly files: Pick<FileStore, 'list' | 'stat'>
  readonly jobs: Pick<JobQueue, 'enqueue' | 'countUnfinished'>
  readonly mail: Mailer
  readonly log: Log
  readonly publicUrl: string
  /** What the owner may store, and how long. */
  readonly limits: Pick<PlanLimits, 'storage' | 'retention'>
  /** How long plans store files by these periods of operators, default the present ones, and the environment. */
  retentionBy(periods?: RetentionPeriods): Retention
  /** How long an owner's files are stored where plans have this retention, in milliseconds; null for ever. */
  retentionWith(q: Queryable, ownerId: string, retention: Retention): Promise<number | null>
  /** The secret key for links, 32 bytes. */
  readonly linkKey: Uint8Array
  readonly sources: FileSources
  /** @throws AppError as the video's feature does */
  rename(o: { readonly projectId: string; readonly userId: string; readonly title: string }): Promise<{ title: string }>
  readonly fileProviders: Readonly<Record<FileKind, FileProvider>>
  readonly videoExpiry: VideoExpiry
  /** Every file that the store should have, of every feature. */
  listExpected(db: Db): AsyncIterable<ExpectedFile>
  now(): Date
}
