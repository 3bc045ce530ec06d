import { accessTopic, listMemberships } from '#features/collaboration/server/index.ts'
import { transaction } from '#platform/server/db.ts'
import { authed, implementContract } from '#platform/server/rpc.ts'
import { shareReads } from '#platform/server/shared-reads.ts'
import { mediaContract, type Project } from '../model/index.ts'
import { watchTopics } from './watch-topics.ts'
import type { MediaDeps } from './deps.ts'
import { duplicateProject } from './library/duplicate-project.ts'
import { findProject, requireProject } from './projects.ts'
import { viewList, viewOf } from './project-view.ts'
import { renameVideo } from './library/rename.ts'
import { tagVideos } from './library/tag-videos.ts'
import {
  acceptTransfer,
  declineTransfer,
  listReceivers,
  offerTransfer,
  viewTransfers,
  withdrawTransfer,
} from './transfers/transfer-video.ts'
import { removeProject, topicOf } from './transitions.ts'
import type { Uploads } from './uploads/uploads.ts'

const rpc = implementContract(mediaContract).use(authed)

/** Implements `mediaContract`. */
export function procedures(deps: MediaDeps, uploads: Uploads) {
  const { db, events } = deps
  const sources = { ...deps, uploads }
  const reads = shareReads<Project | undefined>()
  /** A project as a user sees it now; undefined once it is removed. The streams of one user share the result. */
  const viewNow = (projectId: string, userId: string) =>
    reads(`${projectId} ${userId}`, async () => {
      const project = await findProject(db, projectId)
      if (project === undefined || project.removedAt !== null) return undefined
      // Checked each time: a user who has lost access gets no further update.
      return viewOf(sources, await requireProject(db, projectId, userId, 'view'))
    })
  return {
    limits: rpc.limits.handler(({ context }) => deps.uploadLimits(context.caller.userId)),

    list: rpc.list.handler(({ context }) => viewList(sources, context.caller.userId, 'owner')),

    shared: rpc.shared.handler(async ({ context }) => {
      const memberships = await listMemberships(db, context.caller.userId)
      return Promise.all(
        memberships.map(async (membership) => {
          const { ownerId, role, suspended } = membership
          return { ...membership, projects: suspended ? [] : await viewList(sources, ownerId, role) }
        }),
      )
    }),

    get: rpc.get.handler(async ({ context, input }) =>
      viewOf(sources, await requireProject(db, input.projectId, context.caller.userId, 'view')),
    ),

    watch: rpc.watch.handler(async function* ({ context, input: { projectId }, signal }) {
      const { userId } = context.caller
      await requireProject(db, projectId, userId, 'view')
      const leaving = new AbortController()
      const left = AbortSignal.any(signal === undefined ? [leaving.signal] : [leaving.signal, signal])
      try {
        // Subscribe before reading, so that a change in between triggers another read.
        const changes = watchTopics(events, [topicOf(projectId), `job:${projectId}`, accessTopic(userId)], left)
        yield viewOf(sources, await requireProject(db, projectId, userId, 'view'))
        for await (const _ of changes) {
          const project = await viewNow(projectId, userId)
          if (project === undefined) return
          yield project
        }
      } finally {
        leaving.abort()
      }
    }),

    ...changingProcedures(deps, uploads),
    ...transferProcedures(deps, uploads),
  }
}

/** The procedures that change a project, or make one. */
function changingProcedures(deps: MediaDeps, uploads: Uploads) {
  const { db } = deps
  const sources = { ...deps, uploads }
  return {
    rename: rpc.rename.handler(async ({ context, input }) =>
      viewOf(sources, await renameVideo(deps, { ...input, userId: context.caller.userId })),
    ),

    tag: rpc.tag.handler(({ context, input }) => tagVideos(deps, { ...input, userId: context.caller.userId })),

    duplicate: rpc.duplicate.handler(async ({ context, input }) =>
      viewOf(sources, await duplicateProject(deps, { ...input, userId: context.caller.userId })),
    ),

    remove: rpc.remove.handler(async ({ context, input }) => {
      const project = await requireProject(db, input.projectId, context.caller.userId, 'own')
      await transaction(db, (tx) => removeProject(tx, deps, project))
      await uploads.discard(project.id)
      return { removed: true as const }
    }),
  }
}

/** The procedures with which a video gets another owner. */
function transferProcedures(deps: MediaDeps, uploads: Uploads) {
  const { db } = deps
  const sources = { ...deps, uploads }
  return {
    receivers: rpc.receivers.handler(({ context }) => listReceivers(db, context.caller.userId)),

    transfers: rpc.transfers.handler(({ context }) => viewTransfers(db, context.caller.userId)),

    offerTransfer: rpc.offerTransfer.handler(({ context, input }) =>
      offerTransfer(deps, { ...input, userId: context.caller.userId }),
    ),

    withdrawTransfer: rpc.withdrawTransfer.handler(async ({ context, input }) => {
      await withdrawTransfer(deps, { ...input, userId: context.caller.userId })
      return { withdrawn: true as const }
    }),

    acceptTransfer: rpc.acceptTransfer.handler(async ({ context, input }) =>
      viewOf(sources, await acceptTransfer(deps, { ...input, userId: context.caller.userId })),
    ),

    declineTransfer: rpc.declineTransfer.handler(async ({ context, input }) => {
      await declineTransfer(deps, { ...input, userId: context.caller.userId })
      return { declined: true as const }
    }),
  }
}
