import { documentOf } from '#features/captions/server/index.ts'
import { projectOf, whileReached } from '#features/media/server/index.ts'
import { templateById } from '#features/templates/model/index.ts'
import { transaction, type Tx } from '#platform/server/db.ts'
import { authed, implementContract } from '#platform/server/rpc.ts'
import { shareReads } from '#platform/server/shared-reads.ts'
import { AppError } from '#platform/shared/errors.ts'
import { renderingContract, type RenderQuality } from '../model/index.ts'
import { type RenderingDeps, topicOf } from './deps.ts'
import { RENDER } from './render-job.ts'
import { findRender, insertRender, rememberJob, renderOf, rendersOf, type StoredRender, viewOf } from './renders.ts'

/** Implements `renderingContract`. */
export function renderingProcedures(deps: RenderingDeps) {
  const { db, events, jobs } = deps
  const reads = shareReads<StoredRender | undefined>()
  const rpc = implementContract(renderingContract).use(authed)
  return {
    start: rpc.start.handler(async ({ context: { caller }, input }) =>
      viewOf(await transaction(db, (tx) => startRender(tx, deps, { ...input, userId: caller.userId }))),
    ),

    list: rpc.list.handler(async ({ context, input }) => {
      const project = await projectOf(db, input.projectId, context.caller.userId, 'view')
      return (await rendersOf(db, project.id)).map(viewOf)
    }),

    cancel: rpc.cancel.handler(async ({ context, input }) => {
      const render = await renderOf(db, input.renderId, context.caller.userId, 'edit')
      const { jobId } = render
      if (jobId !== null) await transaction(db, (tx) => jobs.cancel(tx, jobId))
      return viewOf(await renderOf(db, render.id, context.caller.userId, 'edit'))
    }),

    watch: rpc.watch.handler(async function* ({ context, input, signal }) {
      const { userId } = context.caller
      const { id, projectId } = await renderOf(db, input.renderId, userId, 'view')
      // Heard first, read after: what changes in between is read again.
      yield* whileReached(deps, { projectId, userId, signal }, (left) =>
        follow(() => reads(id, () => findRender(db, id)), events.subscribe(topicOf(id), left)),
      )
    }),
  }
}

async function* follow(read: () => Promise<StoredRender | undefined>, changes: AsyncIterable<unknown>) {
  const first = await read()
  if (first === undefined) return
  yield viewOf(first)
  if (isFinal(first)) return
  for await (const _ of changes) {
    const render = await read()
    if (render === undefined) return
    yield viewOf(render)
    if (isFinal(render)) return
  }
}

function isFinal({ state }: StoredRender): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

type Start = { readonly projectId: string; readonly quality: RenderQuality; readonly userId: string }

async function startRender(
  tx: Tx,
  { jobs, newId, now, claimRoom }: RenderingDeps,
  { projectId, quality, userId }: Start,
): Promise<StoredRender> {
  const project = await projectOf(tx, projectId, userId, 'edit')
  const document = await documentOf(tx, project.id)
  if (document === undefined || project.probe === null)
    throw new AppError('conflict', 'There are no captions to export yet.')
  templateById(document.template.id)
  const { render, isNew } = await insertRender(tx, {
    id: newId(),
    projectId,
    ownerId: project.ownerId,
    quality,
    document,
    createdAt: now(),
  })
  if (!isNew) return render
  await claimRoom(tx, { ownerId: project.ownerId, userId })
  // Whoever asks for it: the queue and the limits are those of the video's owner.
  const subject = { ownerId: project.ownerId, subjectId: render.id }
  const jobId = await jobs.enqueue(tx, RENDER, { renderId: render.id }, subject)
  await rememberJob(tx, render.id, jobId)
  return { ...render, jobId }
}

/** Ends a project's unfinished exports, in the transaction that removes it; their rows and files go with it. */
export async function endRendersOf(tx: Tx, { jobs }: Pick<RenderingDeps, 'jobs'>, projectId: string): Promise<void> {
  for (const { jobId, state } of await rendersOf(tx, projectId)) {
    if (jobId !== null && (state === 'queued' || state === 'running')) await jobs.cancel(tx, jobId)
  }
}
