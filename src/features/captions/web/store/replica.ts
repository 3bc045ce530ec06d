import { AppError } from '#platform/shared/errors.ts'
import {
  applyCommands,
  type Author,
  type Batch,
  type CaptionDocument,
  type ConflictDetails,
  conflictingParts,
  describeConflict,
  type Command,
  rulesOf,
  type SavedBatch,
  type Footprint,
  traceCommands,
  wordIndex,
} from '../../model/index.ts'

/** Edits that conflict with others', until the person resolves them. */
export type Conflict = { readonly id: string; readonly batches: readonly Batch[]; readonly details: ConflictDetails }

/** One editor's view of a document that others edit too. */
export type Replica = {
  /** The latest known captions of the server. */
  readonly saved: CaptionDocument
  /** Edits that the server has not acknowledged, in order, on top of `saved`. */
  readonly pending: readonly Batch[]
  readonly conflicts: readonly Conflict[]
  /** The captions on the page: `saved` with `pending`. */
  readonly doc: CaptionDocument
}

/** An edit by others that blocks undo of conflicting steps. */
export type Blocker = { readonly footprint: Footprint; readonly by: Author | null }
/** The replica after batches of the server, and the edits that block steps of the history. */
export type ReplicaUpdate = { readonly replica: Replica; readonly blockers: readonly Blocker[] }

/** The replica of newly loaded captions. */
export function replicaOf(document: CaptionDocument, conflicts: readonly Conflict[] = []): Replica {
  return { saved: document, pending: [], conflicts, doc: document }
}

/** Adds an edit. @throws AppError `unprocessable` when it does not fit */
export function withEdit(replica: Replica, batch: Batch) {
  const traced = traceCommands(replica.doc, batch.commands)
  return { ...traced, replica: { ...replica, doc: traced.doc, pending: [...replica.pending, batch] } }
}

/**
 * Adds a saved batch of this editor or of others. A known one changes nothing.
 * @returns undefined when earlier batches are missing
 */
export function withSaved(replica: Replica, batch: SavedBatch): ReplicaUpdate | undefined {
  const { saved, pending, doc } = replica
  if (batch.revision <= saved.rev) return { replica, blockers: [] }
  if (batch.revision > saved.rev + 1) return undefined
  const traced = traceCommands(saved, batch.commands)
  const now = { ...traced.doc, rev: batch.revision }
  const conflicts = withoutBatch(replica.conflicts, batch.batchId)
  if (pending[0]?.batchId === batch.batchId)
    return { replica: { saved: now, pending: pending.slice(1), conflicts, doc }, blockers: [] }
  const own = pending.some(({ batchId }) => batchId === batch.batchId)
  const left = pending.filter(({ batchId }) => batchId !== batch.batchId)
  const theirs = { footprint: traced.footprint, by: batch.by }
  const update = rebase({ ...replica, conflicts, pending: left }, now, own ? undefined : theirs)
  return own ? update : { ...update, blockers: [theirs, ...update.blockers] }
}

/** Turns a refused edit into a conflict. */
export function withRefused(replica: Replica, batchId: string, details: ConflictDetails): ReplicaUpdate {
  return rebase(replica, replica.saved, undefined, { batchId, details })
}

/** The replica of reloaded captions; edits that the server does not have become a conflict. */
export function withDocument(replica: Replica, document: CaptionDocument, savedIds: readonly string[]): Replica {
  const batches = replica.pending.filter(({ batchId }) => !savedIds.includes(batchId))
  const [first] = batches
  const details = describeConflict({ keys: [], by: null, before: replica.saved, theirs: document, mine: replica.doc })
  const waiting = first === undefined ? [] : [{ id: first.batchId, batches, details }]
  return replicaOf(document, [...replica.conflicts, ...waiting])
}

/** The replica without a resolved conflict. */
export function withoutConflict(replica: Replica, id: string): Replica {
  return { ...replica, conflicts: replica.conflicts.filter((conflict) => conflict.id !== id) }
}

/** Rebases pending edits onto `now`. Those that conflict with `theirs`, or build on such edits, become conflicts. */
function rebase(
  replica: Replica,
  now: CaptionDocument,
  theirs: Blocker | undefined,
  refused?: { batchId: string; details: ConflictDetails },
): ReplicaUpdate {
  let mine = replica.saved
  let doc = now
  const pending: Batch[] = []
  const conflicts = [...replica.conflicts]
  const blockers: (Blocker & { id: string })[] = []
  for (const batch of replica.pending) {
    const own = traceOwn(mine, batch.commands)
    mine = own?.doc ?? mine
    const footprint = own?.footprint ?? new Map()
    const keys = theirs === undefined ? [] : conflictingParts(footprint, theirs.footprint)
    const before = blockers.find((lost) => conflictingParts(footprint, lost.footprint).length > 0)
    const free = keys.length === 0 && before === undefined && refused?.batchId !== batch.batchId
    const fits = free ? applyIfFits(doc, batch.commands) : undefined
    if (fits !== undefined) {
      doc = fits
      pending.push(batch)
      continue
    }
    const by = theirs?.by ?? null
    const details =
      refused?.batchId === batch.batchId
        ? refused.details
        : describeConflict({
            keys: keys.length > 0 ? keys : [...footprint.keys()],
            by,
            before: replica.saved,
            theirs: now,
            mine,
          })
    if (!isSameEdit(batch, details, replica.saved))
      addTo(conflicts, before?.id, { id: batch.batchId, batches: [batch], details })
    blockers.push({ footprint, by: details.by, id: before?.id ?? batch.batchId })
  }
  return { replica: { saved: now, pending, conflicts, doc }, blockers }
}

/** Adds a conflict, together with the one that it builds on. */
function addTo(conflicts: Conflict[], id: string | undefined, conflict: Conflict): void {
  const at = conflicts.findIndex((known) => known.id === id)
  const known = conflicts[at]
  if (known === undefined) conflicts.push(conflict)
  else {
    const mine = conflict.details.mine ?? known.details.mine
    conflicts[at] = { ...known, batches: [...known.batches, ...conflict.batches], details: { ...known.details, mine } }
  }
}

/**
 * Whether both edits have the same result for all words of `before`, so that there is nothing to decide. Words that an
 * edit in conflict adds are in neither result: what happens to them waits with that edit.
 */
function isSameEdit(
  { commands }: Batch,
  { part, wordIds, theirs, mine }: ConflictDetails,
  before: CaptionDocument,
): boolean {
  const outcome = { wordIds: new Set(wordIds), isDeleted: mine === null }
  const isSame = (command: Command) => rulesOf(command).afterConflict.isSame(command, outcome)
  const areKnown = wordIds.every((id) => wordIndex(before, id) >= 0)
  return part === 'words' && theirs === mine && areKnown && commands.every(isSame)
}

/** Undefined if the edit builds on a removed one. */
function traceOwn(doc: CaptionDocument, commands: readonly Command[]) {
  return unlessRefused(() => traceCommands(doc, commands))
}

function applyIfFits(doc: CaptionDocument, commands: readonly Command[]): CaptionDocument | undefined {
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
