import { AppError } from '#platform/shared/errors.ts'
import { type Applied, applyCommands, traceCommands } from './apply-commands.ts'
import type { Batch, SavedBatch } from './batches.ts'
import type { Command } from '../commands/table.ts'
import { describeConflict } from './conflict-details.ts'
import type { AppliedBatches } from '../contract.ts'
import type { CaptionDocument } from '../document.ts'
import type { Edit } from './edit.ts'
import {
  ACCESS_MODES,
  type AccessMode,
  conflictingParts,
  type Footprint,
  modesConflict,
  type Part,
} from './footprint.ts'
import { WorkBudget } from './work-budget.ts'

/** A batch with the revision it makes, the commands that undo it, its exact changes, and its cost in steps. */
type AcceptedBatch = Pick<SavedBatch, 'batchId' | 'revision' | 'commands'> & {
  readonly inverse: Command[]
  readonly effects: readonly Edit[]
  readonly steps: number
}

/**
 * Rebases batches onto what others saved since. A batch that conflicts with theirs, or that builds on a refused one, is
 * refused with the details.
 * @param o.base the captions that the first batch was made on; each later batch builds on the one before
 * @param o.since every batch saved since `base`, in order; those of `batches` among them are not accepted again
 * @param o.current `base` with every batch of `since`
 * @param o.assumed the ids of those `batches` that others build on, but that are not to be accepted; default none
 * @param o.budget pays for the batches that are not saved yet; default unlimited
 * @returns the captions with the accepted batches, those batches, and the refused ones
 * @throws AppError `unprocessable` when a batch does not fit the captions it was made on; `too_large` beyond the budget
 */
export function acceptBatches({
  base,
  since,
  current,
  batches,
  assumed = NO_IDS,
  budget = new WorkBudget(),
}: {
  base: CaptionDocument
  since: readonly SavedBatch[]
  current: CaptionDocument
  batches: readonly Batch[]
  assumed?: ReadonlySet<string>
  budget?: WorkBudget
}): { doc: CaptionDocument; accepted: readonly AcceptedBatch[]; refused: AppliedBatches['refused'] } {
  const ids = new Set(batches.map(({ batchId }) => batchId))
  const saved = new Set(since.map(({ batchId }) => batchId))
  const against = new FootprintIndex(tracesOf(base, since).filter(({ batchId }) => !ids.has(batchId)))
  const accepted: AcceptedBatch[] = []
  const refused: AppliedBatches['refused'] = []
  let mine = base
  let doc = current
  for (const { batchId, commands } of batches) {
    const before = mine
    // A saved batch was paid for when it was saved, and is part of `since`.
    const isSaved = saved.has(batchId)
    const spent = budget.spent
    const traced = traceCommands(before, commands, isSaved ? undefined : budget)
    mine = traced.doc
    if (isSaved || assumed.has(batchId)) continue
    const steps = budget.spent - spent
    const stale = doc !== before
    const first = against.firstConflict(traced.footprint)
    const applied = first === undefined ? (stale ? applyIfFits(doc, commands) : traced) : undefined
    if (applied === undefined) {
      budget.spend(CONFLICT_STEPS)
      const keys =
        first === undefined ? [...traced.footprint.keys()] : conflictingParts(traced.footprint, first.footprint)
      refused.push({
        batchId,
        details: describeConflict({ keys, by: first?.by ?? null, before: base, theirs: doc, mine }),
      })
      against.add({ batchId, by: first?.by ?? null, footprint: traced.footprint })
    } else {
      doc = { ...applied.doc, rev: doc.rev + 1 }
      if (!stale) mine = doc
      const { inverse, effects } = applied
      accepted.push({ batchId, revision: doc.rev, commands, inverse, effects, steps })
    }
  }
  return { doc, accepted, refused }
}

const NO_IDS: ReadonlySet<string> = new Set()
/** Steps to describe a conflict. */
const CONFLICT_STEPS = 100

type TracedEdit = Pick<SavedBatch, 'batchId' | 'by'> & { readonly footprint: Footprint }

/** Indexes edits by the parts they use, to find a conflict without comparing every pair. */
class FootprintIndex {
  readonly #edits: TracedEdit[] = []
  /** For each part, the first edit that uses it in each mode. */
  readonly #first = new Map<Part, Partial<Record<AccessMode, number>>>()

  constructor(edits: readonly TracedEdit[]) {
    for (const edit of edits) this.add(edit)
  }

  add(edit: TracedEdit): void {
    const at = this.#edits.push(edit) - 1
    for (const [key, mode] of edit.footprint) {
      const first = this.#first.get(key) ?? {}
      first[mode] ??= at
      this.#first.set(key, first)
    }
  }

  /** The earliest edit that conflicts with this footprint. */
  firstConflict(mine: Footprint): TracedEdit | undefined {
    let earliest = Number.POSITIVE_INFINITY
    for (const [key, mode] of mine)
      for (const theirs of ACCESS_MODES) {
        if (modesConflict(mode, theirs)) earliest = Math.min(earliest, this.#first.get(key)?.[theirs] ?? earliest)
      }
    return this.#edits[earliest]
  }
}

function tracesOf(base: CaptionDocument, since: readonly SavedBatch[]): TracedEdit[] {
  let doc = base
  return since.map(({ batchId, by, commands }) => {
    const traced = traceCommands(doc, commands)
    doc = traced.doc
    return { batchId, by, footprint: traced.footprint }
  })
}

/** The captions after these commands; undefined if they do not fit. */
function applyIfFits(doc: CaptionDocument, commands: readonly Command[]): Applied | undefined {
  try {
    return applyCommands(doc, commands)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
