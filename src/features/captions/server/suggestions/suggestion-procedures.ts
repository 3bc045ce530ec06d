import { requireProject } from '#features/media/server/index.ts'
import type { Queryable } from '#platform/server/db.ts'
import { waitForTurn } from '#platform/server/threads/event-loop-turn.ts'
import type { Caller } from '#platform/server/http.ts'
import { authed, implementContract } from '#platform/server/rpc.ts'
import { type AppliedBatches, type SuggestedBatch, type SuggestedEdit, suggestionsContract } from '../../model/index.ts'
import { type ApplyDeps, requireCaptions } from '../edits/apply-batches.ts'
import { unpackChanges } from '../storage/batch-changes.ts'
import { authorFor } from '../storage/batch-rows.ts'
import { acceptSuggestions, declineSuggestions, withdrawSuggestions } from './decide-suggestions.ts'
import { headOf } from '../storage/document-rows.ts'
import { suggestEdit } from './suggest-edits.ts'
import { listDecided, listOwnWaiting, listWaiting, type SuggestionRow } from './suggestion-rows.ts'
import { type ConsumeRateLimit, enforceRateLimit, type RateLimit } from '#platform/server/rate-limit.ts'

/** Dependencies of the procedures for suggestions. */
export type SuggestionDeps = ApplyDeps & {
  now(): Date
  readonly consumeRateLimit: ConsumeRateLimit
}

/** Requests of one account that suggest, and that decide. */
const SUGGESTING = { window: 60, max: 120 }
const DECIDING = { window: 60, max: 240 }
const DONE = { done: true } as const

/** Implements `suggestionsContract`. */
export function suggestionProcedures(deps: SuggestionDeps) {
  return { ...readingProcedures(deps), ...authorsProcedures(deps), ...decidingProcedures(deps) }
}

const rpc = implementContract(suggestionsContract).use(authed)

function readingProcedures({ db }: SuggestionDeps) {
  return {
    suggestions: rpc.suggestions.handler(async ({ input: { projectId }, context: { caller } }) => {
      await requireProject(db, projectId, caller.userId, 'view')
      requireCaptions(await headOf(db, projectId))
      const [waiting, decided] = await Promise.all([listWaiting(db, projectId), listDecided(db, projectId)])
      const view = (row: SuggestionRow) => viewFor(caller.userId, row)
      return { waiting: waiting.map(view), decided: decided.map(view) }
    }),

    ownSuggestions: rpc.ownSuggestions.handler(async ({ input: { projectId }, context: { caller } }) => {
      await requireProject(db, projectId, caller.userId, 'suggest')
      const batches: SuggestedBatch[] = []
      for (const { id, changes, buildsOn } of await listOwnWaiting(db, projectId, caller.userId)) {
        await waitForTurn()
        batches.push({ batchId: id, commands: unpackChanges(changes).commands, buildsOn })
      }
      return { batches }
    }),
  }
}

function authorsProcedures(deps: SuggestionDeps) {
  return {
    suggest: rpc.suggest.handler(async ({ input: { projectId, baseRevision, batches }, context: { caller } }) => {
      const { userId } = caller
      const authorize = (q: Queryable) => requireProject(q, projectId, userId, 'suggest')
      await authorize(deps.db)
      await limitSuggestions(deps, `caption-suggest|${userId}`, SUGGESTING)
      const refused: AppliedBatches['refused'] = []
      for (const batch of batches) {
        // What builds on a refused one is refused for the same reason.
        const below = refused.find(({ batchId }) => batch.buildsOn.includes(batchId))
        if (below !== undefined) refused.push({ ...below, batchId: batch.batchId })
        else refused.push(...(await suggestEdit(deps, { projectId, userId, baseRevision, batch }, { authorize })))
      }
      return { refused }
    }),

    // A person who may no longer suggest may still withdraw.
    withdrawSuggestions: rpc.withdrawSuggestions.handler(async ({ input, context: { caller } }) => {
      await withdrawSuggestions(deps, decisionWith('view', input, caller))
      return DONE
    }),
  }
}

function decidingProcedures(deps: SuggestionDeps) {
  return {
    acceptSuggestions: rpc.acceptSuggestions.handler(async ({ input, context: { caller } }) => {
      const decision = decisionWith('edit', input, caller)
      await decision.authorize(deps.db)
      await limitSuggestions(deps, `caption-decide|${caller.userId}`, DECIDING)
      return acceptSuggestions(deps, decision)
    }),

    declineSuggestions: rpc.declineSuggestions.handler(async ({ input, context: { caller } }) => {
      await declineSuggestions(deps, decisionWith('edit', input, caller))
      return DONE
    }),
  }
}

function decisionWith(need: 'view' | 'edit', o: { projectId: string; ids: readonly string[] }, { userId }: Caller) {
  return { ...o, userId, authorize: (q: Queryable) => requireProject(q, o.projectId, userId, need) }
}

function viewFor(userId: string, row: SuggestionRow): SuggestedEdit {
  return {
    id: row.id,
    by: authorFor(userId, row.authorId, row.authorName) ?? NOBODY,
    at: row.createdAt.toISOString(),
    label: row.label,
    wordIds: row.wordIds,
    before: row.textBefore,
    after: row.textAfter,
    state: row.state,
    isUnfit: row.isUnfit,
    decidedBy: authorFor(userId, row.decidedBy, row.deciderName),
  }
}

const NOBODY = { name: 'Somebody', you: false }

/** @throws AppError `too_many_requests` */
function limitSuggestions(
  deps: Pick<SuggestionDeps, 'consumeRateLimit'>,
  key: string,
  limit: RateLimit,
): Promise<void> {
  return enforceRateLimit(deps.consumeRateLimit, {
    key,
    limit,
    message: 'Too many suggestions at once. Try again in a minute.',
  })
}
