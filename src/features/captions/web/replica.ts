import { AppError } from '#platform/shared/errors.ts'
import {
  applyCommands,
  type Author,
  type Batch,
  type CaptionDocument,
  type Clash,
  clashing,
  clashOf,
  type Command,
  type SavedBatch,
  type Touches,
  traceCommands,
} from '../model/index.ts'

/** Edits that were not saved because others had changed the same; they wait for the person to decide. */
export type Conflict = { readonly id: string; readonly batches: readonly Batch[]; readonly clash: Clash }

/** One editor's view of a document that others edit too. */
export type Replica = {
  /** The captions as the server has them, as far as this editor has heard. */
  readonly saved: CaptionDocument
  /** Edits the server has not acknowledged, made one after another on top of `saved`. */
  readonly pending: readonly Batch[]
  readonly conflicts: readonly Conflict[]
  /** What is shown: `saved` with `pending`. */
  readonly doc: CaptionDocument
}

/** A part of somebody's edits that the history of this editor may not take back any more. */
export type Overruled = { readonly touches: Touches; readonly by: Author | null }
/** A view after news, and what they overruled. */
export type Heard = { readonly replica: Replica; readonly overruled: readonly Overruled[] }

/** The view of captions that were just read. */
export function replicaOf(document: CaptionDocument, conflicts: readonly Conflict[] = []): Replica {
  return { saved: document, pending: [], conflicts, doc: document }
}

/** Makes an edit. @throws AppError `unprocessable` when it does not fit */
export function withEdit(replica: Replica, batch: Batch) {
  const traced = traceCommands(replica.doc, batch.commands)
  return { ...traced, replica: { ...replica, doc: traced.doc, pending: [...replica.pending, batch] } }
}

/**
 * Hears of a batch that was saved, be it somebody else's or one of this editor's own. One that is known already
 * changes nothing.
 * @returns undefined when batches before it are missing: they have to be heard first
 */
export function withSaved(replica: Replica, batch: SavedBatch): Heard | undefined {
  const { saved, pending, doc } = replica
  if (batch.revision <= saved.rev) return { replica, overruled: [] }
  if (batch.revision > saved.rev + 1) return undefined
  const traced = traceCommands(saved, batch.commands)
  const now = { ...traced.doc, rev: batch.revision }
  const conflicts = withoutBatch(replica.conflicts, batch.batchId)
  if (pending[0]?.batchId === batch.batchId)
    return { replica: { saved: now, pending: pending.slice(1), conflicts, doc }, overruled: [] }
  const own = pending.some(({ batchId }) => batchId === batch.batchId)
  const left = pending.filter(({ batchId }) => batchId !== batch.batchId)
  const theirs = { touches: traced.touches, by: batch.by }
  const heard = rebase({ ...replica, conflicts, pending: left }, now, own ? undefined : theirs)
  return own ? heard : { ...heard, overruled: [theirs, ...heard.overruled] }
}

/** Hears that the server refused an edit that this editor took to fit. */
export function withRefused(replica: Replica, batchId: string, clash: Clash): Heard {
  return rebase(replica, replica.saved, undefined, { batchId, clash })
}

/** The captions were read anew; every edit that is not among them waits for the person. */
export function withDocument(replica: Replica, document: CaptionDocument, savedIds: readonly string[]): Replica {
  const batches = replica.pending.filter(({ batchId }) => !savedIds.includes(batchId))
  const [first] = batches
  const clash = clashOf({ keys: [], by: null, before: replica.saved, theirs: document, mine: replica.doc })
  const waiting = first === undefined ? [] : [{ id: first.batchId, batches, clash }]
  return replicaOf(document, [...replica.conflicts, ...waiting])
}

/** The same without a conflict that was decided. */
export function withoutConflict(replica: Replica, id: string): Replica {
  return { ...replica, conflicts: replica.conflicts.filter((conflict) => conflict.id !== id) }
}

/** Puts the pending edits on top of `now`; those in whose way `theirs` is, and what builds on them, become conflicts. */
function rebase(
  replica: Replica,
  now: CaptionDocument,
  theirs: Overruled | undefined,
  refused?: { batchId: string; clash: Clash },
): Heard {
  let mine = replica.saved
  let doc = now
  const pending: Batch[] = []
  const conflicts = [...replica.conflicts]
  const overruled: (Overruled & { id: string })[] = []
  for (const batch of replica.pending) {
    const own = ownTrace(mine, batch.commands)
    mine = own?.doc ?? mine
    const touches = own?.touches ?? new Map()
    const keys = theirs === undefined ? [] : clashing(touches, theirs.touches)
    const before = overruled.find((lost) => clashing(touches, lost.touches).length > 0)
    const free = keys.length === 0 && before === undefined && refused?.batchId !== batch.batchId
    const fits = free ? fitting(doc, batch.commands) : undefined
    if (fits !== undefined) {
      doc = fits
      pending.push(batch)
      continue
    }
    const by = theirs?.by ?? null
    const clash =
      refused?.batchId === batch.batchId
        ? refused.clash
        : clashOf({ keys: keys.length > 0 ? keys : [...touches.keys()], by, before: replica.saved, theirs: now, mine })
    if (!isThere(batch, clash)) addTo(conflicts, before?.id, { id: batch.batchId, batches: [batch], clash })
    overruled.push({ touches, by: clash.by, id: before?.id ?? batch.batchId })
  }
  return { replica: { saved: now, pending, conflicts, doc }, overruled }
}

/** Edits that build on one another are decided together. */
function addTo(conflicts: Conflict[], id: string | undefined, conflict: Conflict): void {
  const at = conflicts.findIndex((known) => known.id === id)
  const known = conflicts[at]
  if (known === undefined) conflicts.push(conflict)
  else {
    const mine = conflict.clash.mine ?? known.clash.mine
    conflicts[at] = { ...known, batches: [...known.batches, ...conflict.batches], clash: { ...known.clash, mine } }
  }
}

/** Both did the very same, to all of the words that the edit is about: there is nothing to decide. */
function isThere({ commands }: Batch, { part, wordIds, theirs, mine }: Clash): boolean {
  const named = new Set(wordIds)
  const same = (command: Command) =>
    mine === null
      ? command.type === 'deleteWords' && command.ids.every((id) => named.has(id))
      : command.type === 'setWordText' && named.has(command.id)
  return part === 'words' && theirs === mine && commands.every(same)
}

/** Undefined where it builds on an edit that is gone. */
function ownTrace(doc: CaptionDocument, commands: readonly Command[]) {
  return unlessRefused(() => traceCommands(doc, commands))
}

function fitting(doc: CaptionDocument, commands: readonly Command[]): CaptionDocument | undefined {
  return unlessRefused(() => {
    return applyCommands(doc, commands).doc
  })
}

function unlessRefused<Result>(attempt: () => Result): Result | undefined {
  try {
    return attempt()
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

function withoutBatch(conflicts: readonly Conflict[], batchId: string): Conflict[] {
  return conflicts.flatMap((conflict) => {
    const batches = conflict.batches.filter((batch) => batch.batchId !== batchId)
    return batches.length === 0 ? [] : [{ ...conflict, batches }]
  })
}
