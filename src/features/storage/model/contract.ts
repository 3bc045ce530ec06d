import { oc } from '@orpc/contract'
import { z } from 'zod'

/** A kind of stored file: an uploaded video, or an export of it. */
export const FileKind = z.enum(['video', 'export'])
export type FileKind = z.output<typeof FileKind>

/** Identifies a stored file. */
export const FileName = z.object({ kind: FileKind, id: z.uuid() })
export type FileName = z.output<typeof FileName>

/** A caption file of a video, generated on download. Its source counts towards `usedBytes`. */
export const CaptionFile = z.object({
  /** `SRT` */
  format: z.string(),
  sizeBytes: z.int().min(0),
  /** The download path on this site. */
  download: z.string(),
})
export type CaptionFile = z.output<typeof CaptionFile>

/** A stored file of an account. */
export const StoredFile = z.object({
  id: z.string(),
  kind: FileKind,
  /** The video it belongs to; its own id for a video. */
  projectId: z.string(),
  title: z.string(),
  sizeBytes: z.int().min(0),
  createdAt: z.iso.datetime(),
  /** When it is deleted; null for never. */
  expiresAt: z.iso.datetime().nullable(),
  /** The caption files of a captioned video. */
  captions: z.array(CaptionFile),
})
export type StoredFile = z.output<typeof StoredFile>

/** The storage of an account. */
export const Storage = z.object({
  /** Newest first. */
  files: z.array(StoredFile),
  /** Bytes of these files, of the videos' captions with their history, of fonts and of logos. */
  usedBytes: z.int().min(0),
  /** Bytes of the fonts of the account. */
  fontBytes: z.int().min(0),
  /** Bytes of the logos of the account. */
  logoBytes: z.int().min(0),
  /** Bytes reserved for unfinished uploads. */
  uploadingBytes: z.int().min(0),
  /** The quota of the plan; null if the contract sets it. */
  quotaBytes: z.int().min(0).nullable(),
  /** Whether another plan has a larger quota. */
  mayUpgrade: z.boolean(),
})
export type Storage = z.output<typeof Storage>

const files = z.object({ files: z.array(FileName).min(1).max(2_000) })

/** `/api/rpc/storage/*` */
export const storageContract = {
  list: oc.output(Storage),
  /** A signed address to download the file without a log-in, for `LINK_LIFETIME_MS`. */
  link: oc.input(FileName).output(z.object({ url: z.string(), expiresAt: z.iso.datetime() })),
  /** Renames a video, and with it its exports. */
  rename: oc
    .input(z.object({ projectId: z.uuid(), title: z.string().trim().min(1).max(200) }))
    .output(z.object({ title: z.string() })),
  /** Moves files to the trash, a video with everything in it; they are erased soon after. All of them or none. */
  remove: oc.input(files).output(z.object({ removed: z.int().min(1) })),
  /** Restores files from the trash until they are erased. */
  restore: oc.input(files).output(z.object({ restored: z.int().min(1) })),
}
