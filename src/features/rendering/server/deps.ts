import type { Db, Tx } from '#platform/server/db.ts'
import type { Events } from '#platform/server/events.ts'
import type { FileStore } from '#platform/server/files.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import type { MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import type { ExportLimit } from './exports/export-format.ts'
import type { StoredLogo } from './local-logos.ts'
import type { StoredOwnFont } from './own-font-files.ts'

/** Dependencies of the rendering procedures and routes. */
export type RenderingDeps = {
  readonly db: Db
  readonly files: FileStore
  readonly jobs: JobQueue
  readonly events: Events
  /** Checks that the owner of the video has room for an export. @throws AppError `storage_full` */
  claimRoom(tx: Tx, asked: { readonly ownerId: string; readonly userId: string }): Promise<void>
  /** Maximum queued or running exports of an account, by its plan. */
  jobsInLine(tx: Tx, ownerId: string): Promise<number>
  /** The largest export the owner's plan allows. */
  exportLimit(userId: string): Promise<ExportLimit>
  /** Adds one finished download to the user's count (spec §3). */
  countDownload(tx: Tx, userId: string): Promise<void>
  newId(): string
  now(): Date
}

/** Dependencies of the rendering jobs. */
export type RenderingJobDeps = Pick<RenderingDeps, 'db' | 'files' | 'events' | 'now' | 'newId' | 'exportLimit'> & {
  readonly media: MediaRunner
  readonly log: Log
  /** The own fonts that an owner had at a time. */
  ownFonts(o: { readonly ownerId: string; readonly at: Date }): Promise<readonly StoredOwnFont[]>
  /** The pictures that an owner had at a time. @param o.ids as in a document, of any form */
  logos(o: {
    readonly ownerId: string
    readonly ids: readonly string[]
    readonly at: Date
  }): Promise<readonly StoredLogo[]>
}

/** The topic for changes of an export. */
export function topicOf(renderId: string): string {
  return `render:${renderId}`
}
