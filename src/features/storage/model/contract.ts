import { oc } from '@orpc/contract'
import { z } from 'zod'

/** One file that an account keeps: a video as it was uploaded, or an export of it. */
export const StoredFile = z.object({
  id: z.string(),
  kind: z.enum(['video', 'export']),
  /** The video it belongs to; its own id when it is one. */
  projectId: z.string(),
  title: z.string(),
  sizeBytes: z.int().min(0),
  createdAt: z.iso.datetime(),
  /** Where it is downloaded from, a path on this site; null when it is only kept to be worked on. */
  download: z.string().nullable(),
})
export type StoredFile = z.output<typeof StoredFile>

/** Everything an account keeps. */
export const Storage = z.object({
  /** The largest first. */
  files: z.array(StoredFile),
  usedBytes: z.int().min(0),
  /** What the plan has room for; null when the contract says so instead. */
  quotaBytes: z.int().min(0).nullable(),
})
export type Storage = z.output<typeof Storage>

/** `/api/rpc/storage/*` */
export const storageContract = {
  list: oc.output(Storage),
}
