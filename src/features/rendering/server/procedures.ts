import { listVisibleProjects, requireProject, streamWhileAllowed } from '#features/media/server/index.ts'
import { transaction, type Tx } from '#platform/server/db.ts'
import { authed, implementContract } from '#platform/server/rpc.ts'
import { shareReads } from '#platform/server/shared-reads.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type ExportSummary, type Render, renderingContract } from '../model/index.ts'
import { type RenderingDeps, topicOf } from './deps.ts'
import { queuePositions } from './exports/render-queue.ts'
import {
  changeRenderOwner,
  findRender,
  hasUnfinishedRender,
  renderOf,
  rendersOf,
  type StoredRender,
  summarizeRenders,
  unfinishedJobsOf,
  viewOf,
} from './exports/render-rows.ts'
import { startRender } from './exports/start-render.ts'

/** Implements `renderingContract`. */
export function renderingProcedures(deps: RenderingDeps) {
  const { db, events, jobs } = deps
  const reads = shareReads<StoredRender | undefined>()
  const rpc = implementContract(renderingContract).use(authed)
  return {
    start: rpc.start.handler(async ({ context: { caller }, input }) =>
      viewFor(db, await startRender(deps, { ...input, userId: caller.userId }), caller.userId),
    ),

    overview: rpc.overview.handler(async ({ context }) => {
      const rows = await summarizeRenders(db, await listVisibleProjects(db, context.caller.userId))
      return Object.fromEntries(rows.map((row) => [row.projectId, summaryOf(row)]))
    }),

    list: rpc.list.handler(async ({ context, input }) => {
      const { userId } = context.caller
      const project = await requireProject(db, input.projectId, userId, 'view')
      const ahead = project.ownerId === userId ? await queuePositions(db, userId) : NO_POSITIONS
      return (await rendersOf(db, project.id)).map((render) => viewOf(render, ahead.get(render.id) ?? null))
    }),

    cancel: rpc.cancel.handler(async ({ context, input }) => {
      const { userId } = context.caller
      const { id, jobId } = await renderOf(db, input.renderId, userId, 'edit')
      if (jobId !== null) await transaction(db, (tx) => jobs.cancel(tx, jobId))
      return viewFor(db, await renderOf(db, id, userId, 'edit'), userId)
    }),

    watch: rpc.watch.handler(async function* ({ context, input, signal }) {
      const { userId } = context.caller
      const { id, projectId } = await renderOf(db, input.renderId, userId, 'view')
      // Subscribe before reading, so that no change in between is missed.
      yield* streamWhileAllowed(deps, { projectId, userId, signal }, (left) =>
        follow(
          () => reads(id, () => findRender(db, id)),
          (render) => viewFor(db, render, userId),
          events.subscribe(topicOf(id), left),
        ),
      )
    }),
  }
}

function summaryOf({
  framesDone,
  framesTotal,
  isExported,
}: Awaited<ReturnType<typeof summarizeRenders>>[number]): ExportSummary {
  if (framesDone === null || framesTotal === null) return { progress: null, isExported }
  // The total is known once the work has begun.
  return { progress: framesTotal === 0 ? 0 : Math.min(1, framesDone / framesTotal), isExported }
}

const NO_POSITIONS: ReadonlyMap<string, number> = new Map()

async function* follow(
  read: () => Promise<StoredRender | undefined>,
  view: (render: StoredRender) => Promise<Render>,
  changes: AsyncIterable<unknown>,
) {
  const first = await read()
  if (first === undefined) return
  yield await view(first)
  if (isFinal(first)) return
  for await (const _ of changes) {
    const render = await read()
    if (render === undefined) return
    yield await view(render)
    if (isFinal(render)) return
  }
}

function isFinal({ state }: StoredRender): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

/** The view of an export for one caller; only the owner sees its queue position. */
async function viewFor(db: RenderingDeps['db'], render: StoredRender, userId: string): Promise<Render> {
  const isOwners = render.state === 'queued' && render.ownerId === userId
  return viewOf(render, isOwners ? ((await queuePositions(db, userId)).get(render.id) ?? null) : null)
}

/** Ends a project's unfinished exports in the transaction that removes it; their rows and files are deleted with it. */
export async function endRendersOf(tx: Tx, { jobs }: Pick<RenderingDeps, 'jobs'>, projectId: string): Promise<void> {
  for (const jobId of await unfinishedJobsOf(tx, projectId)) await jobs.cancel(tx, jobId)
}

/** Gives a project's exports to its new owner. @throws AppError `conflict` while one is being made */
export async function transferRenders(tx: Tx, o: { projectId: string; toId: string }): Promise<void> {
  if (await hasUnfinishedRender(tx, o.projectId))
    throw new AppError('conflict', 'An export of this video is being made. Try again when it is finished.')
  await changeRenderOwner(tx, o)
}
