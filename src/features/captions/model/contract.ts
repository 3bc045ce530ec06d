import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { Access } from '#features/collaboration/model/index.ts'
import { trusted } from '#platform/shared/trusted.ts'
import { SavedBatch, SentBatches } from './edits/batches.ts'
import { ConflictDetails } from './edits/conflict-details.ts'
import { CaptionDocument } from './document.ts'
import { Person } from './presence.ts'
import { searchContract } from './search/search-contract.ts'
import { suggestionsContract } from './suggestions/suggestions-contract.ts'
import { Revision } from './versions/version.ts'
import { versionsContract } from './versions/versions-contract.ts'

const project = z.object({ projectId: z.uuid() })

/** The caller's access as the editor shows it. */
const ShownAccess = z.object({
  access: Access,
  /** Set for an operator who views the pages of a user: nothing can be changed, whatever the user may change. */
  viewing: z.literal(true).optional(),
})
/** What the caller may do, and whether an operator views it. */
export type ShownAccess = z.output<typeof ShownAccess>

/**
 * Events of `watch`: saved batches, in order and without gaps, or the people who have the project open. `reload` tells
 * an editor to reload the captions, because it missed more batches than it should replay or than are stored; `comments`
 * that comments on the captions changed, `suggestions` that suggested edits did; `access` is what the
 * person may do now, sent at the start and when the owner changes it.
 */
export const CaptionsEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('saved'), batches: z.array(SavedBatch) }),
  z.object({ type: z.literal('reload') }),
  z.object({ type: z.literal('people'), people: z.array(Person) }),
  z.object({ type: z.literal('comments') }),
  z.object({ type: z.literal('suggestions') }),
  ShownAccess.extend({ type: z.literal('access') }),
])
export type CaptionsEvent = z.output<typeof CaptionsEvent>

/** The answer to sent batches. */
export const AppliedBatches = z.object({
  /** The sent batches that are saved, now or earlier, with their revisions. */
  saved: z.array(z.object({ batchId: z.uuid(), revision: Revision })),
  /** The sent batches that conflict with those of others. */
  refused: z.array(z.object({ batchId: z.uuid(), details: ConflictDetails })),
  /** All other batches saved since `baseRevision`, in order. */
  since: z.array(SavedBatch),
})
export type AppliedBatches = z.output<typeof AppliedBatches>

/**
 * `/api/rpc/captions/*`. Caption files are served at `/api/captions/:projectId/captions.{srt,vtt,ass,json}`; the editor
 * streams the document from `/api/captions/:projectId/document`.
 */
export const captionsContract = {
  /**
   * The saved captions, which of the named batches they contain, and the caller's access. Refused: `not_found` if there
   * are no captions yet.
   */
  get: oc
    .input(project.extend({ batchIds: z.array(z.uuid()).max(10_000).default([]) }))
    .output(trusted(ShownAccess.extend({ document: CaptionDocument, saved: z.array(z.uuid()) }))),
  /**
   * Saves batches made in order on top of `baseRevision`, each as the next revision, and rebases them onto what others
   * saved since: a batch that conflicts with theirs is refused with the details. Idempotent: a batch sent again is
   * saved once and counts as saved. Refuses the whole request and saves nothing: `conflict` with `revision` when
   * `baseRevision` is too old, `unprocessable` when a command does not fit the captions it was made on, `too_large`
   * when the batches cost more than `REQUEST_STEPS`.
   */
  apply: oc.input(SentBatches).output(trusted(AppliedBatches)),
  /** Streams what is saved after `revision`, and who has the project open: one stream for each open editor. */
  watch: oc.input(project.extend({ revision: Revision })).output(eventIterator(trusted(CaptionsEvent))),
  /** Heartbeat of an open editor, or its goodbye. @returns the other people who have the project open */
  here: oc
    .input(project.extend({ clientId: z.uuid(), leaving: z.boolean().default(false) }))
    .output(z.object({ people: z.array(Person) })),
  ...versionsContract,
  ...searchContract,
  ...suggestionsContract,
}
