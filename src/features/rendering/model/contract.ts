import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'

/** Where an export stands. The last three are final. */
export const RenderState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])
export type RenderState = z.output<typeof RenderState>

/** One export of one project with its captions burned in. */
export const Render = z.object({
  id: z.string(),
  projectId: z.string(),
  state: RenderState,
  framesDone: z.int().min(0),
  framesTotal: z.int().min(0),
  /** Number of the owner's exports ahead of it while it waits; null otherwise, and for collaborators. */
  ahead: z.int().min(0).nullable(),
  /** Milliseconds of work left, once known. */
  remainingMs: z.int().min(0).nullable(),
  /** After a failure, one plain sentence that says what to do. */
  problem: z.string().nullable(),
  /** Path of the finished file on this site. */
  download: z.string().nullable(),
  sizeBytes: z.int().min(0).nullable(),
  /** The revision of the captions it shows. */
  revision: z.int().min(0),
  createdAt: z.iso.datetime(),
})
export type Render = z.output<typeof Render>

/** The exports of a video, in a list of videos. */
export const ExportSummary = z.object({
  /** Progress of the newest unfinished export, 0 to 1; null if there is none. */
  progress: z.number().min(0).max(1).nullable(),
  /** Whether a finished export is stored. */
  isExported: z.boolean(),
})
export type ExportSummary = z.output<typeof ExportSummary>

/** What the creator asked for: `standard` is quick, `best` takes about twice as long for a smaller file. */
export const RenderQuality = z.enum(['standard', 'best'])
export type RenderQuality = z.output<typeof RenderQuality>

const project = z.object({ projectId: z.uuid() })
const render = z.object({ renderId: z.uuid() })

/** `/api/rpc/rendering/*` */
export const renderingContract = {
  /**
   * Queues an export of the current captions; costs no credits (product §1). Returns an identical export that is
   * waiting, running or finished instead of making another.
   * @throws AppError `too_many_requests`, with `limit` and `retryAfterSeconds`, when the owner's queue is full
   */
  start: oc.input(project.extend({ quality: RenderQuality.default('standard') })).output(Render),
  /** The exports of each video in the caller's lists, by project id; videos without one are missing. */
  overview: oc.output(z.record(z.string(), ExportSummary)),
  list: oc.input(project).output(z.array(Render)),
  cancel: oc.input(render).output(Render),
  watch: oc.input(render).output(eventIterator(Render)),
}
