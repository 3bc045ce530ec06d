import type { ThreadTask } from '#platform/server/thread-pool.ts'
import { AppError } from '#platform/shared/errors.ts'
// Not by the model's door: a thread that starts reads no more than it needs.
import { acceptBatches } from '../model/accept-batches.ts'
import { revertCommands } from '../model/apply-commands.ts'
import { checkDocument } from '../model/check-document.ts'
import type { AppliedBatches, Batch, CaptionDocument } from '../model/index.ts'
import { WorkBudget } from '../model/work-budget.ts'
import { packChanges, packEffects, unpackChanges } from './batch-changes.ts'
import { viewFor, readBatch, type StoredBatch } from './batch-rows.ts'
import { type PackedBatch, parseDocument, type StoredDocument } from './document-rows.ts'
import { batchesOf, type CheckedBatches } from './read-edits.ts'

/** Batches that somebody sends, and what they are held against. */
export type EditsToAccept = {
  /** Every batch since the revision that they were made on, in order. */
  readonly since: readonly StoredBatch[]
  readonly batches: readonly Batch[] | CheckedBatches
  readonly userId: string
  /** Steps that the batches may cost. */
  readonly steps: number
}

/** What is to be saved, if anything, and the answer. */
export type AcceptedEdits = {
  readonly accepted: readonly PackedBatch[]
  readonly answer: AppliedBatches
}

/** Reads the captions and holds batches against what was saved since. */
export const acceptEditsTask: ThreadTask<EditsToAccept & { readonly current: StoredDocument }, AcceptedEdits> = {
  module: new URL(import.meta.url),
  name: 'acceptEditsTask',
  run({ current, ...edits }) {
    const { doc, accepted, answer } = acceptEdits(parseDocument(current), edits)
    if (accepted.length > 0) checkDocument(doc)
    return { accepted, answer }
  },
}

/** Refuses edits that are further behind than the server sends. */
export const STALE = 'These edits were made on captions that are too old by now. Reload to see the newest ones.'
/** Most letters of the JSON of what an answer tells an editor; it is built on the event loop. */
const MAX_ANSWER_LENGTH = 1_000_000

/**
 * Holds batches against captions that are in memory.
 * @returns also the captions with those that fit
 * @throws AppError as `acceptBatches`, and `conflict` when there is too much to tell
 */
export function acceptEdits(
  current: CaptionDocument,
  { since, batches: sent, userId, steps }: EditsToAccept,
): AcceptedEdits & { readonly doc: CaptionDocument } {
  const batches = batchesOf(sent)
  const seen = since.map((batch) => viewFor(userId, readBatch(batch)))
  const sentIds = new Set(batches.map(({ batchId }) => batchId))
  const unseen = seen.filter(({ batchId }) => !sentIds.has(batchId))
  if (JSON.stringify(unseen).length > MAX_ANSWER_LENGTH)
    throw new AppError('conflict', STALE, { revision: current.rev })
  const budget = new WorkBudget(steps)
  const base = revertTo(current, since)
  const { doc, accepted, refused } = acceptBatches({ base, since: seen, current, batches, budget })
  const known = seen.filter(({ batchId }) => sentIds.has(batchId))
  return {
    doc,
    accepted: accepted.map(({ batchId, revision, commands, inverse, effects, steps: cost }) => ({
      batchId,
      revision,
      steps: cost,
      changes: packChanges({ commands, inverse }),
      effects: packEffects(effects),
    })),
    answer: {
      saved: [...known, ...accepted].map(({ batchId, revision }) => ({ batchId, revision })),
      refused: [...refused],
      since: unseen,
    },
  }
}

/** The captions as they were before these batches, the newest of which made them what they are. */
function revertTo(current: CaptionDocument, since: readonly StoredBatch[]): CaptionDocument {
  if (since.length === 0) return current
  const inverses = since.toReversed().map(({ changes }) => unpackChanges(changes).inverse)
  return { ...revertCommands(current, inverses), rev: current.rev - since.length }
}
