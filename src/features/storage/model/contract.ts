import { oc } from '@orpc/contract'
import { z } from 'zod'

/** What is kept as a file of its own: a video as it was uploaded, or an export of it. */
export const FileKind = z.enum(['video', 'export'])
export type FileKind = z.output<typeof FileKind>

/** Names one kept file. */
export const FileName = z.object({ kind: FileKind, id: z.uuid() })
export type FileName = z.output<typeof FileName>

/** A caption file of a video, written when it is asked for. What it is written from counts as `usedBytes`. */
export const CaptionFile = z.object({
  /** `SRT` */
  format: z.string(),
  sizeBytes: z.int().min(0),
  /** Where it is downloaded from, a path on this site. */
  download: z.string(),
})
export type CaptionFile = z.output<typeof CaptionFile>

/** One file that an account keeps. */
export const StoredFile = z.object({
  id: z.string(),
  kind: FileKind,
  /** The video it belongs to; its own id when it is one. */
  projectId: z.string(),
  title: z.string(),
  sizeBytes: z.int().min(0),
  createdAt: z.iso.datetime(),
  /** When it is removed; null: it is kept for good. */
  expiresAt: z.iso.datetime().nullable(),
  /** Of a video with captions. */
  captions: z.array(CaptionFile),
})
export type StoredFile = z.output<typeof StoredFile>

/** Everything an account keeps. */
export const Storage = z.object({
  /** The newest first. */
  files: z.array(StoredFile),
  /** Bytes of these files, and of the captions of the videos with the changes that are kept. */
  usedBytes: z.int().min(0),
  /** Bytes of uploads that have not ended, for which there is room. */
  uploadingBytes: z.int().min(0),
  /** What the plan has room for; null when the contract says so instead. */
  quotaBytes: z.int().min(0).nullable(),
  /** Whether another plan has more room. */
  mayUpgrade: z.boolean(),
})
export type Storage = z.output<typeof Storage>

const files = z.object({ files: z.array(FileName).min(1).max(2_000) })

/** `/api/rpc/storage/*` */
export const storageContract = {
  list: oc.output(Storage),
  /** A signed address under which the file is downloaded, for `LINK_LASTS_MS`, without a log-in. */
  link: oc.input(FileName).output(z.object({ url: z.string(), expiresAt: z.iso.datetime() })),
  /** Gives a video, and with it its exports, another title. */
  rename: oc
    .input(z.object({ projectId: z.uuid(), title: z.string().trim().min(1).max(200) }))
    .output(z.object({ title: z.string() })),
  /** Takes files out of sight at once, a video with everything in it; they are erased soon after. All of them or none. */
  remove: oc.input(files).output(z.object({ removed: z.int().min(1) })),
  /** Brings back what `remove` took, as it was, while it is not erased. */
  restore: oc.input(files).output(z.object({ restored: z.int().min(1) })),
}
