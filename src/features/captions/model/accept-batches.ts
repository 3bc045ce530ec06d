import { AppError } from '#platform/shared/errors.ts'
import { applyCommands } from './apply-commands.ts'
import type { Batch, RefusedBatch, SavedBatch } from './batches.ts'
import { checkDocument } from './check-document.ts'
import { clashOf } from './clash.ts'
import type { Command } from './commands.ts'
import type { CaptionDocument } from './document.ts'
import { clashing, type Touches, traceCommands } from './touches.ts'

/** A batch that becomes a revision, with what takes it back. */
export type MadeBatch = {
  readonly batchId: string
  readonly revision: number
  readonly commands: Command[]
  readonly inverse: Command[]
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
}

/**
 * Saves batches on top of what others saved meanwhile, each that concerns other parts than theirs. One that
 * concerns the same parts, or builds on one that was refused, is refused with the reason.
 * @throws AppError `unprocessable` when a batch does not fit the captions it says it was made on
 */
export function acceptBatches({ base, since, current, batches }: ToAccept): Accepted {
  const ids = new Set(batches.map(({ batchId }) => batchId))
  const saved = new Set(since.map(({ batchId }) => batchId))
  const against: Edit[] = tracesOf(base, since).filter(({ batchId }) => !ids.has(batchId))
  const made: MadeBatch[] = []
  const refused: RefusedBatch[] = []
  let mine = base
  let doc = current
  for (const { batchId, commands } of batches) {
    const before = mine
    const traced = traceCommands(before, commands)
    mine = traced.doc
    if (saved.has(batchId)) continue
    const stale = doc !== before
    const first = against.find((edit) => clashing(traced.touches, edit.touches).length > 0)
    const applied = first === undefined ? (stale ? fitting(doc, commands) : traced) : undefined
    if (applied === undefined) {
      const keys = first === undefined ? [...traced.touches.keys()] : clashing(traced.touches, first.touches)
      refused.push({ batchId, clash: clashOf({ keys, by: first?.by ?? null, before: base, theirs: doc, mine }) })
      against.push({ batchId, by: first?.by ?? null, touches: traced.touches })
    } else {
      doc = { ...applied.doc, rev: doc.rev + 1 }
      if (!stale) mine = doc
      made.push({ batchId, revision: doc.rev, commands, inverse: applied.inverse })
    }
  }
  return { doc, made, refused }
}

type Edit = Pick<SavedBatch, 'batchId' | 'by'> & { readonly touches: Touches }

function tracesOf(base: CaptionDocument, since: readonly SavedBatch[]): Edit[] {
  let doc = base
  return since.map(({ batchId, by, commands }) => {
    const traced = traceCommands(doc, commands)
    doc = traced.doc
    return { batchId, by, touches: traced.touches }
  })
}

/** The captions with these commands, or undefined where they do not fit. */
function fitting(doc: CaptionDocument, commands: readonly Command[]) {
  try {
    const applied = applyCommands(doc, commands)
    checkDocument(applied.doc)
    return applied
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
