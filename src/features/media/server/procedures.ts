import { transaction } from '#platform/server/db.ts'
import { authed, implementContract } from '#platform/server/rpc.ts'
import { cleanTitle, mediaContract } from '../model/index.ts'
import { changesOf } from './changes.ts'
import type { MediaDeps } from './deps.ts'
import { findProject, projectOf, projectsOf, renameProject } from './projects.ts'
import { viewOf } from './project-view.ts'
import { removeProject, topicOf } from './transitions.ts'
import type { Uploads } from './uploads.ts'

/** Implements `mediaContract`. */
export function procedures(deps: MediaDeps, uploads: Uploads) {
  const { db, events } = deps
  const sources = { ...deps, uploads }
  const rpc = implementContract(mediaContract).use(authed)
  return {
    limits: rpc.limits.handler(({ context }) => deps.uploadLimits(context.caller.userId)),

    list: rpc.list.handler(async ({ context }) => {
      const projects = await projectsOf(db, context.caller.userId)
      return Promise.all(projects.map((project) => viewOf(sources, project)))
    }),

    get: rpc.get.handler(async ({ context, input }) =>
      viewOf(sources, await projectOf(db, input.projectId, context.caller.userId)),
    ),

    watch: rpc.watch.handler(async function* ({ context, input: { projectId }, signal }) {
      await projectOf(db, projectId, context.caller.userId)
      const leaving = new AbortController()
      const left = AbortSignal.any(signal === undefined ? [leaving.signal] : [leaving.signal, signal])
      try {
        // Heard first, read after: what changes in between is read again.
        const changes = changesOf(events, [topicOf(projectId), `job:${projectId}`], left)
        yield viewOf(sources, await projectOf(db, projectId, context.caller.userId))
        for await (const _ of changes) {
          const project = await findProject(db, projectId)
          if (project === undefined) return
          yield viewOf(sources, project)
        }
      } finally {
        leaving.abort()
      }
    }),

    rename: rpc.rename.handler(async ({ context, input }) => {
      const project = await projectOf(db, input.projectId, context.caller.userId)
      const title = cleanTitle(input.title)
      await transaction(db, async (tx) => {
        await renameProject(tx, project.id, title)
        await events.publish(tx, topicOf(project.id))
      })
      return viewOf(sources, { ...project, title })
    }),

    remove: rpc.remove.handler(async ({ context, input }) => {
      const project = await projectOf(db, input.projectId, context.caller.userId)
      await transaction(db, (tx) => removeProject(tx, deps, project))
      await uploads.discard(project.id)
      return { removed: true as const }
    }),
  }
}
