import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { Access } from '#features/collaboration/model/index.ts'
import { trusted } from '#platform/shared/trusted.ts'
import { SavedBatch, SentBatches } from './batches.ts'
import { ConflictDetails } from './conflict-details.ts'
import { CaptionDocument } from './document.ts'
import { Person } from './presence.ts'

const project = z.object({ projectId: z.uuid() })
const Revision = z.int().min(1)

/**
 * Events of `watch`: saved batches, in order and without a gap, or the people who are here now. `reload` stands for more
 * batches than an editor should replay, or than are stored: it has to reload the captions.
 */
export const CaptionsEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('saved'), batches: z.array(SavedBatch) }),
  z.object({ type: z.literal('reload') }),
  z.object({ type: z.literal('people'), people: z.array(Person) }),
])
export type CaptionsEvent = z.output<typeof CaptionsEvent>

/** The answer to sent batches. */
export const AppliedBatches = z.object({
  /** Those that are saved, now or earlier, with the revision each made. */
  saved: z.array(z.object({ batchId: z.uuid(), revision: Revision })),
  /** Those that conflict with what others saved. */
  refused: z.array(z.object({ batchId: z.uuid(), details: ConflictDetails })),
  /** What else was saved since `baseRevision`, in order. */
  since: z.array(SavedBatch),
})
export type AppliedBatches = z.output<typeof AppliedBatches>

/**
 * `/api/rpc/captions/*`. Caption files are served at `/api/captions/:projectId/captions.{srt,vtt,json}`, and the document
 * in parts, for the editor to open, at `/api/captions/:projectId/document`.
 */
export const captionsContract = {
  /**
   * The captions as saved, which of the named batches they contain, and what the caller may do with them. Refused:
   * `not_found` while there are no captions yet.
   */
  get: oc
    .input(project.extend({ batchIds: z.array(z.uuid()).max(10_000).default([]) }))
    .output(trusted(z.object({ document: CaptionDocument, saved: z.array(z.uuid()), access: Access }))),
  /**
   * Saves batches of edits, made one after another on top of `baseRevision`, each as the next revision. What others
   * saved meanwhile stays: a batch that concerns other words, captions and styles is saved on top of it, one that
   * concerns the same is refused with the reason. Sending a batch again is safe: it is saved once, and the answer
   * counts it.
   * Refused as a whole: `conflict` with `revision` when `baseRevision` is too old, `unprocessable` when a
   * command does not fit the captions it was made on, `too_large` when they cost more than `REQUEST_STEPS`; then none
   * of the batches is saved.
   */
  apply: oc.input(SentBatches).output(trusted(AppliedBatches)),
  /** What is saved after `revision`, as it happens, and who is there: one stream for each open editor. */
  watch: oc.input(project.extend({ revision: Revision })).output(eventIterator(trusted(CaptionsEvent))),
  /** Says that this editor is open, every few seconds, or that it is being left. @returns who else is there */
  here: oc
    .input(project.extend({ clientId: z.uuid(), leaving: z.boolean().default(false) }))
    .output(z.object({ people: z.array(Person) })),
}
