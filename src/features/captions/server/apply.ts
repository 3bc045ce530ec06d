import { type Db, transaction, type Tx } from '#platform/server/db.ts'
import { publishEvent } from '#platform/server/events.ts'
import type { ThreadPool } from '#platform/server/thread-pool.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type AppliedBatches, type Batch, IN_PLACE_STEPS, REPLAY_STEPS, REQUEST_STEPS } from '../model/index.ts'
import { type AcceptedEdits, acceptEditsTask, type EditsToAccept } from './accept-edits.ts'
import { batchesSince, workSince } from './batches.ts'
import { findStored, LARGE_JSON, lockRevision, saveDocument } from './documents.ts'
import { type CheckedBatches, TOO_MUCH } from './read-edits.ts'

/** Said while a project has no captions. */
export const NO_CAPTIONS = 'This video has no captions yet.'

/** Told to streams in all processes when batches were saved. */
export function topicOf(projectId: string): string {
  return `captions:${projectId}`
}

/** Batches that somebody sends. */
export type Sent = {
  readonly projectId: string
  readonly clientId: string
  readonly userId: string
  readonly baseRevision: number
  readonly batches: readonly Batch[] | CheckedBatches
}

/** What saving needs. */
export type ApplyDeps = { readonly db: Db; readonly threadPool: Pick<ThreadPool, 'run'> }

/** Most revisions that an edit may be behind. */
const MOST_BEHIND = 2_000
/** The budget bounds the work to a second or so; a thread on a busy machine may take as long to start. */
const TIMEOUT_MS = 10_000
/** How often edits are held against the newest captions while others save in between. */
const ATTEMPTS = 5

/**
 * Saves each batch as the next revision, but for those that are saved already and those that others were in the way
 * of. Ordinary edits are saved under the document's lock. Those that cost more are worked out in a thread, without
 * a connection or a lock, and saved if nobody else has saved meanwhile; otherwise they are worked out again.
 * @param o.authorize refuses a caller without edit access, in the transaction that reads or saves
 * @throws AppError `conflict` when the batches are too far behind, or ahead of the captions; `too_large` when they cost
 * more than one request may; `too_many_requests` from the thread pool
 */
export async function applyBatches(
  { db, threadPool }: ApplyDeps,
  sent: Sent,
  { authorize }: { authorize(tx: Tx): Promise<unknown> },
): Promise<AppliedBatches> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { edits, accepted } = await transaction(db, async (tx) => {
      await authorize(tx)
      const { edits, isLarge } = await readBase(tx, sent)
      const accepted = isLarge ? undefined : acceptInPlace(edits)
      if (accepted !== undefined) await save(tx, sent, accepted)
      return { edits, accepted }
    })
    if (accepted !== undefined) return accepted.answer

    const paid = { ...edits, steps: REQUEST_STEPS }
    const worked = await threadPool.run(acceptEditsTask, paid, {
      ...{ account: sent.userId, timeoutMs: TIMEOUT_MS, tooSlow: TOO_MUCH },
    })
    const isSaved = await transaction(db, async (tx) => {
      await authorize(tx)
      if ((await lockRevision(tx, sent.projectId)) !== edits.current.revision) return false
      await save(tx, sent, worked)
      return true
    })
    if (isSaved) return worked.answer
  }
  throw new AppError('unavailable', 'Others are changing these captions right now. Try again in a few seconds.')
}

const STALE = 'These edits were made on captions that are too old by now. Reload to see the newest ones.'

/** Locks the captions before reading them: of two that arrive at once, the second sees what the first did. */
async function readBase(
  tx: Tx,
  { projectId, baseRevision, batches, userId }: Sent,
): Promise<{ edits: EditsToAccept; isLarge: boolean }> {
  const current = found(await findStored(tx, projectId, { lock: true }))
  const behind = current.revision - baseRevision
  const work = await workSince(tx, projectId, baseRevision)
  const isStale = behind < 0 || behind > MOST_BEHIND || work.batches !== behind || work.steps > REPLAY_STEPS
  if (isStale) throw new AppError('conflict', STALE, { revision: current.revision })
  const since = await batchesSince(tx, projectId, { revision: baseRevision, most: MOST_BEHIND })
  const isLarge = current.json.length > LARGE_JSON || work.steps > IN_PLACE_STEPS || batches instanceof Uint8Array
  return { edits: { current, since, batches, userId }, isLarge }
}

/** @returns undefined for edits that cost too much for the event loop */
function acceptInPlace(edits: EditsToAccept): AcceptedEdits | undefined {
  try {
    return acceptEditsTask.run({ ...edits, steps: IN_PLACE_STEPS })
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_large') return undefined
    throw error
  }
}

async function save(tx: Tx, sent: Sent, { next, made }: AcceptedEdits): Promise<void> {
  if (next === undefined) return
  await saveDocument(tx, { ...sent, authorId: sent.userId }, next, made)
  await publishEvent(tx, topicOf(sent.projectId))
}

/** @throws AppError `not_found` when there are none */
export function found<Stored>(stored: Stored | undefined): Stored {
  if (stored === undefined) throw new AppError('not_found', NO_CAPTIONS)
  return stored
}
