import type { Plans } from '#features/billing/model/index.ts'
import type { Db, Queryable, Tx } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/files.ts'
import type { DefectLog, ServedFile } from '#platform/server/http.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import type { Mailer } from '#platform/server/mail.ts'
import type { FileKind, StoredFile } from '../model/index.ts'

/** One kept file of somebody who may see it. */
export type FileRef = { readonly id: string; readonly userId: string }

/** A file that a row of the database stands for; null where its size was never recorded. */
export type ExpectedFile = { readonly key: string; readonly sizeBytes: number | null }

/** What the feature that keeps one kind of files does with them. A refusal is an AppError, `not_found` for strangers. */
export type FileProvider = {
  /** Takes a file out of sight everywhere, at once; only its owner may. */
  moveToTrash(tx: Tx, file: FileRef & { readonly at: Date }): Promise<void>
  /** Brings it back as it was; one in sight stays so. */
  restore(tx: Tx, file: FileRef): Promise<void>
  /** Ends some of what was hidden before `before`: rows now, files by jobs. @returns how many */
  emptyTrash(tx: Tx, before: Date): Promise<number>
  /** The file to be sent, and the name it is saved under. */
  open(file: FileRef, log: DefectLog): Promise<{ file: Omit<ServedFile, 'downloadName'>; downloadName: string }>
  /** Every file that the rows of this kind stand for. */
  listExpected(db: Db): AsyncIterable<ExpectedFile>
}

/** A video that ends on a day, with everything in it. */
export type ExpiringVideo = {
  readonly id: string
  readonly ownerId: string
  readonly title: string
  readonly expiresAt: Date
}

/** Videos that are not kept for good; everything it gives is locked until the transaction ends. */
export type VideoExpiry = {
  /** Some that end before `before` and whose owner does not know yet. @param ownerId default everybody's */
  listUnnotified(tx: Tx, before: Date, ownerId?: string): Promise<readonly ExpiringVideo[]>
  markNotified(tx: Tx, ids: readonly string[], at: Date): Promise<void>
  /** Some that have ended and whose owner knows it since before `toldBefore`. */
  listExpired(tx: Tx, o: { readonly now: Date; readonly notifiedBefore: Date }): Promise<readonly ExpiringVideo[]>
  deleteVideo(tx: Tx, id: string): Promise<void>
  /** Nothing that this owner has now will end. */
  clearExpiry(tx: Tx, ownerId: string): Promise<void>
}

/** How much room an owner's files take, in bytes. */
export type OwnedBytes = {
  readonly stored: number
  /** Captions of the videos, with the changes that are kept; in the database. */
  readonly captions: number
  /** On its way in, as announced. */
  readonly uploading: number
  /** Videos that were removed and can still be had back. */
  readonly removed: number
}

/** What storage needs from outside. */
export type StorageDeps = {
  readonly db: Db
  readonly files: Pick<FileStore, 'list' | 'stat'>
  readonly jobs: Pick<JobQueue, 'enqueue'>
  readonly mail: Mailer
  readonly log: Log
  readonly publicUrl: string
  readonly plans: Plans
  /** Whether plans are sold here; where none is, nothing ends, for nobody could do anything about it. */
  readonly sells: boolean
  /** Signs links; 32 bytes that nobody else has. */
  readonly linkKey: Uint8Array
  /** Everything an owner keeps; told by the features that keep it. */
  listFiles(q: Queryable, ownerId: string): Promise<readonly StoredFile[]>
  sumBytes(q: Queryable, ownerId: string): Promise<OwnedBytes>
  /** @throws AppError as the feature that keeps the video */
  rename(o: { readonly projectId: string; readonly userId: string; readonly title: string }): Promise<{ title: string }>
  readonly fileProviders: Readonly<Record<FileKind, FileProvider>>
  readonly videoExpiry: VideoExpiry
  /** Files that belong to neither shelf, such as pictures of people and the clips affiliates share. */
  listOtherFiles(db: Db): AsyncIterable<ExpectedFile>
  now(): Date
}
