import { AppError } from '#platform/shared/errors.ts'
import { applyCommands } from './apply-commands.ts'
import type { Batch, RefusedBatch, SavedBatch } from './batches.ts'
import { describeConflict } from './conflict-details.ts'
import type { Command } from './commands.ts'
import type { CaptionDocument } from './document.ts'
import {
  conflictingParts,
  modesConflict,
  type AccessMode,
  ACCESS_MODES,
  type Footprint,
  traceCommands,
} from './edit-footprint.ts'
import { WorkBudget } from './work-budget.ts'

/** A batch that becomes a revision, with what takes it back. */
export type MadeBatch = {
  readonly batchId: string
  readonly revision: number
  readonly commands: Command[]
  readonly inverse: Command[]
  /** What it cost. */
  readonly steps: number
}

/** What became of batches: the captions with those that fit, each as a revision, and the others with the reason. */
export type Accepted = {
  readonly doc: CaptionDocument
  readonly made: readonly MadeBatch[]
  readonly refused: readonly RefusedBatch[]
}

/** What is sent, what it was made on, and what has happened since. */
export type ToAccept = {
  /** The captions that the batches were made on, one after another. */
  readonly base: CaptionDocument
  /** Every batch saved since, in order; those of `batches` among them are not made again. */
  readonly since: readonly SavedBatch[]
  /** The captions with all of those. */
  readonly current: CaptionDocument
  readonly batches: readonly Batch[]
  /** Pays for the batches that are not saved yet; default unlimited. */
  readonly budget?: WorkBudget
}

/**
 * Saves batches on top of what others saved meanwhile, each that concerns other parts than theirs. One that
 * concerns the same parts, or builds on one that was refused, is refused with the reason.
 * @throws AppError `unprocessable` when a batch does not fit the captions it says it was made on; `too_large` beyond
 * the budget
 */
export function acceptBatches({ base, since, current, batches, budget = new WorkBudget() }: ToAccept): Accepted {
  const ids = new Set(batches.map(({ batchId }) => batchId))
  const saved = new Set(since.map(({ batchId }) => batchId))
  const against = new FootprintIndex(tracesOf(base, since).filter(({ batchId }) => !ids.has(batchId)))
  const made: MadeBatch[] = []
  const refused: RefusedBatch[] = []
  let mine = base
  let doc = current
  for (const { batchId, commands } of batches) {
    const before = mine
    // What is saved already was paid for then, and is part of `since`.
    const isSaved = saved.has(batchId)
    const spent = budget.spent
    const traced = traceCommands(before, commands, isSaved ? undefined : budget)
    mine = traced.doc
    if (isSaved) continue
    const steps = budget.spent - spent
    const stale = doc !== before
    const first = against.firstConflict(traced.footprint)
    const applied = first === undefined ? (stale ? fitting(doc, commands) : traced) : undefined
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
      made.push({ batchId, revision: doc.rev, commands, inverse: applied.inverse, steps })
    }
  }
  return { doc, made, refused }
}

/** Steps for finding the words of a refusal. */
const CONFLICT_STEPS = 100

type Edit = Pick<SavedBatch, 'batchId' | 'by'> & { readonly footprint: Footprint }

/** Edits by the parts they use: finds a conflict without going through all of them. */
class FootprintIndex {
  readonly #edits: Edit[] = []
  /** For each part, the first edit that concerns it in each way. */
  readonly #first = new Map<string, Partial<Record<AccessMode, number>>>()

  constructor(edits: readonly Edit[]) {
    for (const edit of edits) this.add(edit)
  }

  add(edit: Edit): void {
    const at = this.#edits.push(edit) - 1
    for (const [key, mode] of edit.footprint) {
      const first = this.#first.get(key) ?? {}
      first[mode] ??= at
      this.#first.set(key, first)
    }
  }

  /** The earliest edit that conflicts with this footprint. */
  firstConflict(mine: Footprint): Edit | undefined {
    let earliest = Number.POSITIVE_INFINITY
    for (const [key, mode] of mine)
      for (const theirs of ACCESS_MODES) {
        if (modesConflict(mode, theirs)) earliest = Math.min(earliest, this.#first.get(key)?.[theirs] ?? earliest)
      }
    return this.#edits[earliest]
  }
}

function tracesOf(base: CaptionDocument, since: readonly SavedBatch[]): Edit[] {
  let doc = base
  return since.map(({ batchId, by, commands }) => {
    const traced = traceCommands(doc, commands)
    doc = traced.doc
    return { batchId, by, footprint: traced.footprint }
  })
}

/** The captions with these commands, or undefined where they do not fit. */
function fitting(doc: CaptionDocument, commands: readonly Command[]) {
  try {
    return applyCommands(doc, commands)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
