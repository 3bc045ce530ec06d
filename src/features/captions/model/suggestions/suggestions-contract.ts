import { oc } from '@orpc/contract'
import { z } from 'zod'
import { trusted } from '#platform/shared/trusted.ts'
import { ConflictDetails } from '../edits/conflict-details.ts'
import { Revision } from '../versions/version.ts'
import { MOST_AT_ONCE, MOST_SUGGESTIONS, SuggestedBatch, SuggestionList } from './suggested-edit.ts'

const project = z.object({ projectId: z.uuid() })
const some = project.extend({ ids: z.array(z.uuid()).min(1).max(MOST_AT_ONCE) })
const Done = z.object({ done: z.literal(true) })

/** Suggested edits, under `/api/rpc/captions/*`. Changes arrive as `suggestions` events of `watch`. */
export const suggestionsContract = {
  suggestions: oc.input(project).output(SuggestionList),
  /** The caller's waiting suggestions with their commands, oldest first. */
  ownSuggestions: oc.input(project).output(trusted(z.object({ batches: z.array(SuggestedBatch) }))),
  /**
   * Stores suggestions made in order on top of `baseRevision` and the suggestions that they build on. One that
   * conflicts with edits saved since is refused with the details. Idempotent by `batchId`. Refuses the request, after
   * storing those before: `conflict` when the base is too old or too many suggestions wait, `unprocessable` when a
   * command does not fit, `too_many_requests`.
   */
  suggest: oc
    .input(project.extend({ baseRevision: Revision, batches: z.array(SuggestedBatch).min(1).max(MOST_AT_ONCE) }))
    .output(z.object({ refused: z.array(z.object({ batchId: z.uuid(), details: ConflictDetails })) })),
  /** Withdraws the caller's own waiting suggestions; ignores others. */
  withdrawSuggestions: oc.input(project.extend({ ids: z.array(z.uuid()).min(1).max(MOST_SUGGESTIONS) })).output(Done),
  /**
   * Accepts waiting suggestions, oldest first: each becomes the next revision, by its author. One that conflicts with
   * newer captions stays and is marked as unfit.
   */
  acceptSuggestions: oc.input(some).output(z.object({ accepted: z.array(z.uuid()), unfit: z.array(z.uuid()) })),
  /** Declines waiting suggestions; ignores others. */
  declineSuggestions: oc.input(project.extend({ ids: z.array(z.uuid()).min(1).max(MOST_SUGGESTIONS) })).output(Done),
}
