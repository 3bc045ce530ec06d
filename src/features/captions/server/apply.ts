import { publishEvent } from '#platform/server/events.ts'
import type { Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  acceptBatches,
  applyCommands,
  type AppliedBatches,
  type Batch,
  type CaptionDocument,
  checkDocument,
} from '../model/index.ts'
import { asSeenBy, batchesSince, type StoredBatch } from './batches.ts'
import { lockDocument, saveDocument } from './documents.ts'

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
  readonly batches: readonly Batch[]
}

/** Most revisions that an edit may be behind: everything since is read again to tell what it may touch. */
const MOST_BEHIND = 2_000

/**
 * Saves each batch as the next revision, but for those that are saved already and those that others were in the way
 * of. The lock comes first, so that of two that arrive at once the second sees what the first did.
 * @throws AppError `conflict` when the batches are too far behind, or ahead of the captions
 */
export async function applyBatches(tx: Tx, sent: Sent): Promise<AppliedBatches> {
  const { projectId, baseRevision, batches, userId } = sent
  const current = found(await lockDocument(tx, projectId))
  const behind = current.rev - baseRevision
  if (behind < 0 || behind > MOST_BEHIND) throw new AppError('conflict', STALE, { revision: current.rev })
  const since = await batchesSince(tx, projectId, { revision: baseRevision, most: MOST_BEHIND })
  const seen = since.map((batch) => asSeenBy(userId, batch))
  const { doc, made, refused } = acceptBatches({ base: asOf(current, since), since: seen, current, batches })
  if (made.length > 0) {
    checkDocument(doc)
    await saveDocument(tx, { ...sent, authorId: userId }, doc, made)
    await publishEvent(tx, topicOf(projectId))
  }
  const sentIds = new Set(batches.map(({ batchId }) => batchId))
  const known = seen.filter(({ batchId }) => sentIds.has(batchId))
  return {
    saved: [...known, ...made].map(({ batchId, revision }) => ({ batchId, revision })),
    refused: [...refused],
    since: seen.filter(({ batchId }) => !sentIds.has(batchId)),
  }
}

const STALE = 'These edits were made on captions that are too old by now. Reload to see the newest ones.'

/** The captions as they were before these batches, the newest of which made them what they are. */
function asOf(current: CaptionDocument, since: readonly StoredBatch[]): CaptionDocument {
  const { doc } = applyCommands(
    current,
    since.toReversed().flatMap(({ inverse }) => inverse),
  )
  return since.length === 0 ? current : { ...doc, rev: current.rev - since.length }
}

/** @throws AppError `not_found` when there are none */
export function found<Captions extends CaptionDocument | true>(captions: Captions | undefined): Captions {
  if (captions === undefined) throw new AppError('not_found', NO_CAPTIONS)
  return captions
}
