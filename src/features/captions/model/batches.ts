import { z } from 'zod'
import { Author } from './conflict-details.ts'
import { Command } from './commands/table.ts'

/** Commands that were made together, under an id of their own: sent twice, they are saved once. */
export const Batch = z.object({ batchId: z.uuid(), commands: z.array(Command).min(1).max(2_000) })
export type Batch = z.output<typeof Batch>

/** Batches of edits that an editor sends, and the revision that they were made on. */
export const SentBatches = z.object({
  projectId: z.uuid(),
  /** The open editor the edits come from. */
  clientId: z.uuid(),
  baseRevision: z.int().min(1),
  batches: z.array(Batch).min(1).max(1_000),
})
export type SentBatches = z.output<typeof SentBatches>

/** A batch as it was saved. */
export const SavedBatch = Batch.extend({
  /** None for a batch that is too long to send; it is `anew`. */
  commands: z.array(Command).max(2_000),
  /** The revision it made. */
  revision: z.int().min(2),
  /** The author; null if unknown. */
  by: Author.nullable(),
  /** Whether it changed more than its commands say, as a new transcript does: editors reload the captions. */
  isReplacement: z.boolean(),
})
export type SavedBatch = z.output<typeof SavedBatch>
