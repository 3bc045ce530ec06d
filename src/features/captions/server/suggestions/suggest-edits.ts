import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/server/db.ts'
import { publishEvent } from '#platform/server/events.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  type AppliedBatches,
  describeChange,
  isRestore,
  MOST_SUGGESTIONS,
  SUGGESTION_BYTES,
  type SuggestedBatch,
} from '../../model/index.ts'
import { type ApplyDeps, applyBatches, topicOf } from '../edits/apply-batches.ts'
import { unpackChanges, unpackEffects } from '../storage/batch-changes.ts'
import { authorOfBatch, savedBatches } from '../storage/batch-rows.ts'
import type { PackedBatch } from '../storage/document-rows.ts'
import {
  countWaiting,
  findSuggestions,
  insertSuggestion,
  ownerOfSuggestion,
  type StoredSuggestion,
} from './suggestion-rows.ts'

/** A suggestion that an author makes. */
export type SentSuggestion = {
  readonly projectId: string
  readonly userId: string
  readonly baseRevision: number
  readonly batch: SuggestedBatch
}

/** Notifies everybody who has the captions open that their suggestions changed. */
export async function publishSuggestions(tx: Tx, projectId: string): Promise<void> {
  await publishEvent(tx, topicOf(projectId), { suggestions: true })
}

/**
 * Stores a suggestion if it fits the newest captions together with those that it builds on. Does nothing if it is
 * stored already, or is a saved edit of its author.
 * @returns the refusal of one that conflicts with edits saved since; empty otherwise
 * @throws AppError as `applyBatches`; `conflict` when too many wait
 */
export async function suggestEdit(
  deps: ApplyDeps & { now(): Date },
  { projectId, userId, baseRevision, batch }: SentSuggestion,
  { authorize }: { authorize(tx: Tx): Promise<unknown> },
): Promise<AppliedBatches['refused']> {
  const { batchId, commands, buildsOn } = batch
  const known = await ownerOfSuggestion(deps.db, batchId)
  if (known !== undefined) {
    if (known.projectId !== projectId || known.authorId !== userId) throw new AppError('conflict', ID_TAKEN)
    return []
  }
  // It was saved before its author became a suggester, and the answer was lost.
  if ((await authorOfBatch(deps.db, projectId, batchId)) === userId) return []
  const ground = await findSuggestions(deps.db, projectId, buildsOn)
  if (ground.length < buildsOn.length || ground.some(({ authorId }) => authorId !== userId))
    throw new AppError('conflict', GROUND_GONE)
  const batches = [...batchesUnder(ground, baseRevision), { batchId, commands }]
  const sent = { projectId, userId, baseRevision, clientId: randomUUID(), batches }
  const { refused } = await applyBatches(deps, sent, {
    async authorize(tx) {
      await authorize(tx)
      if ((await savedBatches(tx, projectId, [batchId])).size > 0) throw new AppError('conflict', ID_TAKEN)
    },
    async storeInstead(tx, accepted) {
      const own = accepted.find((each) => each.batchId === batchId)
      if (own === undefined) return
      const jsonBytes = Buffer.byteLength(JSON.stringify(commands))
      await refuseTooMany(tx, projectId, jsonBytes)
      const { changes, label } = own
      const made = { id: batchId, projectId, authorId: userId, baseRevision, buildsOn, changes, label, jsonBytes }
      await insertSuggestion(tx, { ...made, ...describeBatch(own), at: deps.now() })
      await publishSuggestions(tx, projectId)
    },
  })
  return refused.filter((each) => each.batchId === batchId)
}

/**
 * The batches of suggestions that another one builds on, without those that its base contains.
 * @param ground oldest first
 */
export function batchesUnder(ground: readonly StoredSuggestion[], baseRevision: number) {
  return ground
    .filter(({ revision }) => revision === null || revision > baseRevision)
    .map(({ id, changes }) => ({ batchId: id, commands: unpackChanges(changes).commands }))
}

const ID_TAKEN = 'This suggestion was already made.'
const GROUND_GONE = 'This suggestion builds on others that no longer exist. Reload to see the newest captions.'
const TOO_MANY = `A video has at most ${MOST_SUGGESTIONS} waiting suggestions. Accept or decline some first.`
const TOO_LONG = 'The waiting suggestions of this video are too long together. Accept or decline some first.'

/** Counts under the lock of the captions, so that concurrent requests count each other. */
async function refuseTooMany(tx: Tx, projectId: string, jsonBytes: number): Promise<void> {
  const waiting = await countWaiting(tx, projectId)
  if (waiting.count >= MOST_SUGGESTIONS) throw new AppError('conflict', TOO_MANY)
  if (waiting.jsonBytes + jsonBytes > SUGGESTION_BYTES) throw new AppError('conflict', TOO_LONG)
}

function describeBatch({ changes, effects }: PackedBatch) {
  const { inverse } = unpackChanges(changes)
  return describeChange(effects === null ? [] : unpackEffects(effects), inverse.filter(isRestore))
}
