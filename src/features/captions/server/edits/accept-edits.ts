import type { RewrittenWord } from '#features/transcription/model/index.ts'
import type { ThreadTask } from '#platform/server/threads/thread-pool.ts'
import { AppError } from '#platform/shared/errors.ts'
// Imports files, not the model's index, so that the thread loads no more than it needs.
import { acceptBatches } from '../../model/edits/accept-batches.ts'
import { revertCommands } from '../../model/edits/apply-commands.ts'
import { checkDocument } from '../../model/check-document.ts'
import type { AppliedBatches, Batch, CaptionDocument } from '../../model/index.ts'
import { labelCommands } from '../../model/edits/label-commands.ts'
import { WorkBudget } from '../../model/edits/work-budget.ts'
import { packChanges, packEffects, unpackChanges } from '../storage/batch-changes.ts'
import { type StoredBatch, viewFor } from '../storage/batch-rows.ts'
import { type FollowedKit, type PackedBatch, parseDocument, type StoredDocument } from '../storage/document-rows.ts'
import { batchesOf, type CheckedBatches } from './read-edits.ts'
import { removedBetween, type RemovedWord, rewrittenBetween } from './removed-words.ts'

/** Sent batches, and the saved ones to rebase them onto. */
export type EditsToAccept = {
  /** Every batch saved since their base revision, in order. */
  readonly since: readonly StoredBatch[]
  readonly batches: readonly Batch[] | CheckedBatches
  /** The ids of batches that others build on, but that are not to be saved. Default: none. */
  readonly assumed?: readonly string[] | undefined
  readonly userId: string
  /** Maximum steps of the batches. */
  readonly steps: number
}

/** The batches to save, and the answer. */
export type AcceptedEdits = {
  readonly accepted: readonly PackedBatch[]
  /** The words that the accepted batches removed. */
  readonly removed: readonly RemovedWord[]
  /** The recognised words whose text they changed. */
  readonly rewritten: readonly RewrittenWord[]
  /** The brand kit that the captions follow, if they changed it. */
  readonly kit?: FollowedKit
  readonly answer: AppliedBatches
}

/** Parses the captions and accepts batches, in a thread. */
export const acceptEditsTask: ThreadTask<EditsToAccept & { readonly current: StoredDocument }, AcceptedEdits> = {
  module: new URL(import.meta.url),
  name: 'acceptEditsTask',
  run({ current, ...edits }) {
    const { doc, ...outcome } = acceptEdits(parseDocument(current), edits)
    if (outcome.accepted.length > 0) checkDocument(doc)
    return outcome
  },
}

/** The refusal of edits that are too far behind to rebase. */
export const STALE = 'These edits were made on an outdated version of the captions. Reload to see the newest one.'
/** Maximum length of the JSON of an answer's batches, since it is built on the event loop. */
const MAX_ANSWER_LENGTH = 1_000_000

/**
 * Accepts batches on captions in memory.
 * @returns also the captions with the accepted batches
 * @throws AppError as `acceptBatches`, and `conflict` when the answer would be too long
 */
export function acceptEdits(
  current: CaptionDocument,
  { since, batches: sent, assumed, userId, steps }: EditsToAccept,
): AcceptedEdits & { readonly doc: CaptionDocument } {
  const batches = batchesOf(sent)
  const seen = since.map((batch) => viewFor(userId, batch, unpackChanges(batch.changes).commands))
  const sentIds = new Set(batches.map(({ batchId }) => batchId))
  const unseen = seen.filter(({ batchId }) => !sentIds.has(batchId))
  if (JSON.stringify(unseen).length > MAX_ANSWER_LENGTH)
    throw new AppError('conflict', STALE, { revision: current.rev })
  const budget = new WorkBudget(steps)
  const base = revertBatches(current, since)
  const { doc, accepted, refused } = acceptBatches({
    base,
    since: seen,
    current,
    batches,
    assumed: new Set(assumed),
    budget,
  })
  const known = seen.filter(({ batchId }) => sentIds.has(batchId))
  const everyEffect = accepted.flatMap(({ effects }) => effects)
  return {
    doc,
    removed: removedBetween(current, doc, everyEffect),
    rewritten: rewrittenBetween(current, doc, everyEffect),
    ...(doc.brandKit !== current.brandKit && { kit: doc.brandKit ?? null }),
    accepted: accepted.map(({ batchId, revision, commands, inverse, effects, steps: cost }) => ({
      batchId,
      revision,
      steps: cost,
      label: labelCommands(commands, inverse),
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

/** The captions before these batches, the last of which led to the current revision. */
function revertBatches(current: CaptionDocument, since: readonly StoredBatch[]): CaptionDocument {
  if (since.length === 0) return current
  const inverses = since.toReversed().map(({ changes }) => unpackChanges(changes).inverse)
  return { ...revertCommands(current, inverses), rev: current.rev - since.length }
}
