import { recordCorrections } from '#features/transcription/server/index.ts'
import { type Db, transaction, type Tx } from '#platform/server/db.ts'
import { publishEvent } from '#platform/server/events.ts'
import type { ThreadPool } from '#platform/server/threads/thread-pool.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type AppliedBatches, type Batch, IN_PLACE_STEPS, REPLAY_STEPS, REQUEST_STEPS } from '../../model/index.ts'
import { type AcceptedEdits, acceptEdits, acceptEditsTask, STALE } from './accept-edits.ts'
import { batchesSince, type StoredBatch, workSince } from '../storage/batch-rows.ts'
import {
  type DocumentHead,
  findStored,
  lockHead,
  type PackedBatch,
  recordKit,
  saveBatches,
} from '../storage/document-rows.ts'
import type { OpenDocument, OpenDocuments } from '../storage/open-documents.ts'
import { type CheckedBatches, TOO_MUCH } from './read-edits.ts'
import { neighboursIn, type OnWordsRemoved } from './removed-words.ts'
import { rewriteSnapshot } from '../storage/snapshots.ts'

/** The refusal for a project without captions. */
const NO_CAPTIONS = 'This video has no captions yet.'

/** The topic on which saved batches wake the streams of all processes. */
export function topicOf(projectId: string): string {
  return `captions:${projectId}`
}

/** A request to save batches. */
export type SaveRequest = {
  readonly projectId: string
  readonly clientId: string
  readonly userId: string
  readonly baseRevision: number
  readonly batches: readonly Batch[] | CheckedBatches
  /** The ids of batches that others build on, but that are not to be saved. Default: none. */
  readonly assumed?: readonly string[]
  /** The author of the batches, if not the user. */
  readonly authorId?: string
}

/** What else happens in the transactions of `applyBatches`. */
export type ApplyHooks = {
  /** Refuses a caller without edit access, in the transaction that reads or saves. */
  authorize(tx: Tx): Promise<unknown>
  /** Stores the accepted batches elsewhere instead of saving them. */
  storeInstead?(tx: Tx, accepted: readonly PackedBatch[]): Promise<unknown>
  /** Runs after the accepted batches are saved. */
  onSaved?(tx: Tx, accepted: readonly PackedBatch[]): Promise<unknown>
}

/** Dependencies of `applyBatches`. */
export type ApplyDeps = {
  readonly db: Db
  readonly threadPool: Pick<ThreadPool, 'run'>
  readonly documents: OpenDocuments
  /** Default: nothing refers to words. */
  readonly onWordsRemoved?: OnWordsRemoved
}

/** Maximum revisions that an edit may be behind. */
const MOST_BEHIND = 2_000
/** The budget bounds the work to about a second; on a busy machine a thread may take as long to start. */
const TIMEOUT_MS = 10_000
/** Maximum attempts while others keep saving. */
const ATTEMPTS = 5

/**
 * Saves each batch as the next revision, unless it is saved already or conflicts with another. Cheap edits are applied
 * to the captions in memory, under the document's lock. Costly edits are applied in a thread, without a connection or a
 * lock, and saved if nobody else has saved meanwhile; otherwise they are retried.
 * @throws AppError `conflict` when the batches are too far behind, or ahead of the captions; `too_large` when they cost
 *   more than one request may; `too_many_requests` from the thread pool
 */
export async function applyBatches(deps: ApplyDeps, request: SaveRequest, hooks: ApplyHooks): Promise<AppliedBatches> {
  const { db, documents } = deps
  const { projectId, userId } = request
  let known: OpenDocument | undefined
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const step = await transaction(db, async (tx) => {
      await hooks.authorize(tx)
      return applyInPlace(tx, deps, { ...request, hooks, known })
    })
    if (step.type === 'applied') {
      if (step.saved !== undefined) await remember(deps, request, step.saved)
      return step.answer
    }
    // Read without a lock or a connection: a long document takes long to parse.
    if (step.type === 'unread') known = await documents.latest(db, projectId, userId)
    else {
      const answer = await applyInThread(deps, { ...request, hooks }, step)
      if (answer !== undefined) return answer
    }
  }
  throw new AppError('unavailable', CHANGING)
}

/** The refusal when others kept saving during all attempts. */
export const CHANGING = 'Others are changing these captions right now. Try again in a few seconds.'

/** A document that was just saved. */
type SavedDocument = OpenDocument & { readonly isOverdue: boolean }

/** The outcome of one attempt: `unread` if the document is not in memory, `costly` if the edits need a thread. */
type Step =
  | { readonly type: 'applied'; readonly answer: AppliedBatches; readonly saved: SavedDocument | undefined }
  | { readonly type: 'unread' }
  | Costly
type Costly = { readonly type: 'costly'; readonly head: DocumentHead; readonly since: readonly StoredBatch[] }

type HookedRequest = SaveRequest & { readonly hooks: ApplyHooks }

/** Locks the captions before reading them, so that of two concurrent requests the second sees the first. */
async function applyInPlace(
  tx: Tx,
  deps: ApplyDeps,
  request: HookedRequest & { readonly known: OpenDocument | undefined },
): Promise<Step> {
  const { documents } = deps
  const { projectId, batches, assumed, userId } = request
  const head = requireCaptions(await lockHead(tx, projectId))
  const { since, steps } = await batchesBehind(tx, head, request)
  const costly: Costly = { type: 'costly', head, since }
  // Batches that arrive as bytes are parsed in the thread.
  if (steps > IN_PLACE_STEPS || batches instanceof Uint8Array) return costly
  const current = await documents.at(tx, projectId, head, request.known)
  if (current === undefined) return { type: 'unread' }
  const applied = tryInPlace(() => acceptEdits(current.doc, { since, batches, assumed, userId, steps: IN_PLACE_STEPS }))
  if (applied === undefined) return costly
  const { doc, answer } = applied
  const saved = await save(tx, deps, request, applied)
  return { type: 'applied', answer, saved: saved && { doc, ...saved } }
}

/** The batches saved since the base revision of the edits. @throws AppError `conflict` when they are too many */
async function batchesBehind(
  tx: Tx,
  { revision }: DocumentHead,
  { projectId, baseRevision }: SaveRequest,
): Promise<{ since: readonly StoredBatch[]; steps: number }> {
  const behind = revision - baseRevision
  if (behind === 0) return { since: [], steps: 0 }
  const work = await workSince(tx, projectId, baseRevision)
  const isStale = behind < 0 || behind > MOST_BEHIND || work.batches !== behind || work.steps > REPLAY_STEPS
  if (isStale) throw new AppError('conflict', STALE, { revision })
  const since = await batchesSince(tx, projectId, { revision: baseRevision, most: MOST_BEHIND })
  return { since, steps: work.steps }
}

/** @returns undefined when somebody else has saved meanwhile */
async function applyInThread(
  deps: ApplyDeps,
  request: HookedRequest,
  { head, since }: Costly,
): Promise<AppliedBatches | undefined> {
  const { db, threadPool } = deps
  const { projectId, batches, assumed, userId } = request
  const current = requireCaptions(await findStored(db, projectId))
  if (current.state !== head.state) return undefined
  const edits = await threadPool.run(
    acceptEditsTask,
    { current, since, batches, assumed, userId, steps: REQUEST_STEPS },
    { account: userId, timeoutMs: TIMEOUT_MS, tooSlow: TOO_MUCH },
  )
  const saved = await transaction(db, async (tx) => {
    await request.hooks.authorize(tx)
    if ((await lockHead(tx, projectId))?.state !== head.state) return undefined
    return { isOverdue: (await save(tx, deps, request, edits))?.isOverdue === true }
  })
  if (saved?.isOverdue === true) await rewriteOverdue(deps, request)
  return saved && edits.answer
}

/** @returns undefined for edits that are too costly for the event loop */
function tryInPlace<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_large') return undefined
    throw error
  }
}

async function save(
  tx: Tx,
  { onWordsRemoved }: ApplyDeps,
  { projectId, clientId, userId, authorId = userId, hooks }: HookedRequest,
  { accepted, removed, rewritten, kit }: Omit<AcceptedEdits, 'answer'>,
) {
  if (accepted.length === 0) return undefined
  if (hooks.storeInstead !== undefined) return void (await hooks.storeInstead(tx, accepted))
  const saved = await saveBatches(tx, { projectId, clientId, authorId }, accepted)
  if (kit !== undefined) await recordKit(tx, projectId, kit)
  await hooks.onSaved?.(tx, accepted)
  if (removed.length > 0) await onWordsRemoved?.(tx, neighboursIn(projectId, removed))
  if (rewritten.length > 0) await recordCorrections(tx, projectId, rewritten)
  await publishEvent(tx, topicOf(projectId))
  return saved
}

/** Puts the committed document into memory. */
async function remember(deps: ApplyDeps, request: SaveRequest, { isOverdue, ...open }: SavedDocument): Promise<void> {
  deps.documents.put(request.projectId, request.userId, open)
  if (isOverdue) await rewriteOverdue(deps, request)
}

/** Makes the sender of very many changes wait for the snapshot, so that nobody else has to replay them. */
async function rewriteOverdue(deps: ApplyDeps, { projectId, userId }: SaveRequest): Promise<void> {
  try {
    await rewriteSnapshot(deps, projectId, userId)
  } catch (error) {
    // The edits are saved. If no thread is free, a later request or the maintenance writes the snapshot.
    if (!(error instanceof AppError)) throw error
  }
}

/** The captions that were read. @throws AppError `not_found` for a video without captions */
export function requireCaptions<Stored>(stored: Stored | undefined): Stored {
  if (stored === undefined) throw new AppError('not_found', NO_CAPTIONS)
  return stored
}
