import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Command } from './commands.ts'
import { CaptionDocument } from './document.ts'

const project = z.object({ projectId: z.uuid() })

/** Edits that belong together, named for good, so that they can be sent twice without being saved twice. */
export const Batch = z.object({ batchId: z.uuid(), commands: z.array(Command).min(1).max(2_000) })
export type Batch = z.output<typeof Batch>

/** `/api/rpc/captions/*`. Caption files are served at `/api/captions/:projectId/captions.{srt,vtt,json}`. */
export const captionsContract = {
  /**
   * The captions as saved, and which of the named batches they contain. Refused: `not_found` while there are no
   * captions yet.
   */
  get: oc
    .input(project.extend({ batchIds: z.array(z.uuid()).max(10_000).default([]) }))
    .output(z.object({ document: CaptionDocument, saved: z.array(z.uuid()) })),
  /**
   * Saves batches of edits, made one after another on top of `baseRevision`, each as the next revision. Sending
   * a batch again is safe: it is saved once, and the answer counts it.
   * Refused: `conflict` with `revision` when the captions are newer, `unprocessable` when a command does not fit;
   * then none of the batches is saved.
   */
  apply: oc
    .input(
      project.extend({
        /** The open editor the edits come from. */
        clientId: z.uuid(),
        baseRevision: z.int().min(1),
        batches: z.array(Batch).min(1).max(100),
      }),
    )
    .output(z.object({ revision: z.int().min(1) })),
}
