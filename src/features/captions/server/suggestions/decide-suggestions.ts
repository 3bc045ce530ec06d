import { randomUUID } from 'node:crypto'
import { transaction, type Tx } from '#platform/server/db.ts'
import { AppError, type ErrorCode } from '#platform/shared/errors.ts'
import { type ApplyDeps, applyBatches } from '../edits/apply-batches.ts'
import { unpackChanges } from '../storage/batch-changes.ts'
import { savedBatches } from '../storage/batch-rows.ts'
import { batchesUnder, publishSuggestions } from './suggest-edits.ts'
import { decideWaiting, findSuggestions, lockWaiting, markUnfit, type StoredSuggestion } from './suggestion-rows.ts'

type DecideDeps = ApplyDeps & { now(): Date }

/** The suggestions that one user accepts, declines or withdraws. */
export type SuggestionDecision = {
  readonly projectId: string
  readonly userId: string
  readonly ids: readonly string[]
  /** Refuses a caller without access, in the transaction that decides. */
  authorize(tx: Tx): Promise<unknown>
}

/** The accepted suggestions, and those that conflict with newer captions. */
export type AcceptedSuggestions = { readonly accepted: string[]; readonly unfit: string[] }

/**
 * Accepts waiting suggestions, oldest first, each in a transaction of its own: it is rebased onto the newest captions
 * and saved under its author's name, or stays and is marked as unfit. Ignores those that no longer wait.
 * @throws AppError as `applyBatches`, apart from refusals of a suggestion that does not fit
 */
export async function acceptSuggestions(deps: DecideDeps, o: SuggestionDecision): Promise<AcceptedSuggestions> {
  const outcome: AcceptedSuggestions = { accepted: [], unfit: [] }
  for (const suggestion of await findSuggestions(deps.db, o.projectId, o.ids)) {
    if (suggestion.state !== 'waiting') continue
    if (await isAccepted(deps, o, suggestion)) outcome.accepted.push(suggestion.id)
    else if (await transaction(deps.db, (tx) => refuse(tx, o.projectId, suggestion.id)))
      outcome.unfit.push(suggestion.id)
  }
  return outcome
}

/** Declines waiting suggestions. */
export async function declineSuggestions(deps: Pick<DecideDeps, 'db' | 'now'>, o: SuggestionDecision): Promise<void> {
  await decide(deps, o, { state: 'declined' })
}

/** Withdraws the user's own waiting suggestions. */
export async function withdrawSuggestions(deps: Pick<DecideDeps, 'db' | 'now'>, o: SuggestionDecision): Promise<void> {
  await decide(deps, o, { state: 'withdrawn', onlyOf: o.userId })
}

async function decide(
  { db, now }: Pick<DecideDeps, 'db' | 'now'>,
  { projectId, userId, ids, authorize }: SuggestionDecision,
  o: { state: 'declined' | 'withdrawn'; onlyOf?: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    await authorize(tx)
    const decided = await decideWaiting(tx, { projectId, ids, by: userId, at: now(), ...o })
    if (decided > 0) await publishSuggestions(tx, projectId)
  })
}

/** Refusals of a suggestion that does not fit, or whose base is no longer stored. */
const UNFIT: ReadonlySet<ErrorCode> = new Set(['conflict', 'unprocessable', 'too_large'])

async function isAccepted(deps: DecideDeps, o: SuggestionDecision, suggestion: StoredSuggestion): Promise<boolean> {
  try {
    return await accept(deps, o, suggestion)
  } catch (error) {
    if (error instanceof AppError && UNFIT.has(error.code)) return false
    throw error
  }
}

/** @returns false when it conflicts with newer captions */
async function accept(deps: DecideDeps, o: SuggestionDecision, suggestion: StoredSuggestion): Promise<boolean> {
  const { id, authorId, baseRevision, buildsOn, changes } = suggestion
  const { projectId, userId } = o
  const ground = batchesUnder(await findSuggestions(deps.db, projectId, buildsOn), baseRevision)
  const batches = [...ground, { batchId: id, commands: unpackChanges(changes).commands }]
  const assumed = ground.map(({ batchId }) => batchId)
  const sent = { projectId, userId, authorId, clientId: randomUUID(), baseRevision, batches, assumed }
  const { saved } = await applyBatches(deps, sent, {
    async authorize(tx) {
      await o.authorize(tx)
      // Of two people who decide at once, the second finds it decided. Its row is locked before the captions.
      const isOpen = await lockWaiting(tx, projectId, id)
      if (!isOpen || (await savedBatches(tx, projectId, [id])).size > 0) throw new AppError('conflict', DECIDED)
    },
    async onSaved(tx, accepted) {
      const revision = accepted.find(({ batchId }) => batchId === id)?.revision
      if (revision === undefined) throw new Error('an accepted suggestion has a revision')
      await decideWaiting(tx, { projectId, ids: [id], state: 'accepted', by: userId, at: deps.now(), revision })
      await publishSuggestions(tx, projectId)
    },
  })
  return saved.some(({ batchId }) => batchId === id)
}

const DECIDED = 'This suggestion was already decided.'

/** @returns false if it no longer waits */
async function refuse(tx: Tx, projectId: string, id: string): Promise<boolean> {
  const isMarked = await markUnfit(tx, projectId, id)
  if (isMarked) await publishSuggestions(tx, projectId)
  return isMarked
}
