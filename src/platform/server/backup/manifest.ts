import { z } from 'zod'

/** Size and SHA-256 of the bytes of a part, before encryption. */
export const Part = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/u), sizeBytes: z.int().min(0) })
export type Part = z.output<typeof Part>

/** The contents of a backup. */
export const Manifest = z.object({
  /** 2 has rows only: files and session secret stay where the site has them. A release that knows 1 alone refuses it. */
  format: z.literal([1, 2]),
  /** The release that made it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Whether a start made it before it upgraded the site. The next one before the same upgrade replaces it. */
  beforeUpgrade: z.boolean().default(false),
  /** The migrations of its database, by name, with their checksums. */
  migrations: z.record(z.string(), z.string()),
  tables: z.int(),
  rows: z.int(),
  fileCount: z.int(),
  fileBytes: z.int(),
  /** Keys of files with a row that were already missing, or had another size, when the backup began. */
  faults: z.array(z.string()),
  parts: z.object({ database: Part, files: Part, secrets: Part }),
})
export type Manifest = z.output<typeof Manifest>

/** Whether a backup has no files, so that it fits only the site where it was made. */
export function isRowsOnly({ format }: Pick<Manifest, 'format'>): boolean {
  return format === 2
}

/** One stored file of a backup. */
export const BackupFile = Part.extend({
  key: z.string(),
  /** Milliseconds since 1970; with key and size, it recognises an unchanged file. */
  modifiedMs: z.number(),
})
export type BackupFile = z.output<typeof BackupFile>

/** The secrets that a restored site needs; a backup of rows only has none. */
export const Secrets = z.object({ sessionSecret: z.string() })
