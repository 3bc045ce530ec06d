import { z } from 'zod'
import { Author } from './conflict-details.ts'
import { Command } from '../commands/table.ts'

/** Commands made together, under one id. Idempotent: a batch sent twice is saved once. */
export const Batch = z.object({ batchId: z.uuid(), commands: z.array(Command).min(1).max(2_000) })
export type Batch = z.output<typeof Batch>

/** Batches that an editor sends, and the revision they were made on. */
export const SentBatches = z.object({
  projectId: z.uuid(),
  /** The open editor the edits come from. */
  clientId: z.uuid(),
  baseRevision: z.int().min(1),
  batches: z.array(Batch).min(1).max(1_000),
})
export type SentBatches = z.output<typeof SentBatches>

/** A saved batch. */
export const SavedBatch = Batch.extend({
  /** Empty for a batch that is too long to send, which is `isReplacement`. */
  commands: z.array(Command).max(2_000),
  /** The revision it made. */
  revision: z.int().min(2),
  /** The author; null if unknown. */
  by: Author.nullable(),
  /** True if it replaces the whole document, as a new transcript does: editors reload the captions. */
  isReplacement: z.boolean(),
})
export type SavedBatch = z.output<typeof SavedBatch>
