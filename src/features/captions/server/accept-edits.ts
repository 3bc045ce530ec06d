import type { ThreadTask } from '#platform/server/thread-pool.ts'
// Not by the model's door: a thread that starts reads no more than it needs.
import { acceptBatches } from '../model/accept-batches.ts'
import { revertCommands } from '../model/apply-commands.ts'
import { checkDocument } from '../model/check-document.ts'
import type { AppliedBatches, Batch, CaptionDocument } from '../model/index.ts'
import { WorkBudget } from '../model/work-budget.ts'
import { packChanges, unpackChanges } from './batch-changes.ts'
import { asSeenBy, type StoredBatch } from './batches.ts'
import { type PackedBatch, parseDocument, type StoredDocument } from './documents.ts'
import { batchesOf, type CheckedBatches } from './read-edits.ts'

/** Batches that somebody sends, and what they are held against. */
export type EditsToAccept = {
  readonly current: StoredDocument
  /** Every batch since the revision that they were made on, in order. */
  readonly since: readonly StoredBatch[]
  readonly batches: readonly Batch[] | CheckedBatches
  readonly userId: string
}

type Paid = EditsToAccept & {
  /** Steps that the batches may cost. */
  readonly steps: number
}

/** What is to be saved, if anything, and the answer. */
export type AcceptedEdits = {
  readonly next: StoredDocument | undefined
  readonly made: readonly PackedBatch[]
  readonly answer: AppliedBatches
}

/** Reads the captions, holds batches against what was saved since, and writes what is to be saved. */
export const acceptEditsTask: ThreadTask<Paid, AcceptedEdits> = {
  module: new URL(import.meta.url),
  name: 'acceptEditsTask',
  run: acceptEdits,
}

/** @throws AppError as `acceptBatches` */
function acceptEdits({ current: stored, since, batches: sent, userId, steps }: Paid): AcceptedEdits {
  const current = parseDocument(stored)
  const batches = batchesOf(sent)
  const seen = since.map((batch) => asSeenBy(userId, batch))
  const budget = new WorkBudget(steps)
  const {
    doc,
    accepted: made,
    refused,
  } = acceptBatches({ base: asOf(current, since), since: seen, current, batches, budget })
  if (made.length > 0) checkDocument(doc)
  const sentIds = new Set(batches.map(({ batchId }) => batchId))
  const known = seen.filter(({ batchId }) => sentIds.has(batchId))
  return {
    next: made.length > 0 ? { revision: doc.rev, json: JSON.stringify(doc) } : undefined,
    made: made.map(({ batchId, revision, commands, inverse, steps: cost }) => ({
      ...{ batchId, revision, steps: cost },
      changes: packChanges({ commands, inverse }),
    })),
    answer: {
      saved: [...known, ...made].map(({ batchId, revision }) => ({ batchId, revision })),
      refused: [...refused],
      since: seen.filter(({ batchId }) => !sentIds.has(batchId)),
    },
  }
}

/** The captions as they were before these batches, the newest of which made them what they are. */
function asOf(current: CaptionDocument, since: readonly StoredBatch[]): CaptionDocument {
  if (since.length === 0) return current
  const inverses = since.toReversed().map(({ changes }) => unpackChanges(changes).inverse)
  return { ...revertCommands(current, inverses), rev: current.rev - since.length }
}
