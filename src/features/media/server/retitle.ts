import { transaction } from '#platform/server/db.ts'
import { cleanTitle } from '../model/index.ts'
import type { MediaDeps } from './deps.ts'
import { projectOf, type ReachedProject, renameProject } from './projects.ts'
import { topicOf } from './transitions.ts'

/** Gives a video another title. @throws AppError as `projectOf` for who changes it */
export async function retitle(
  { db, events }: Pick<MediaDeps, 'db' | 'events'>,
  o: { readonly projectId: string; readonly userId: string; readonly title: string },
): Promise<ReachedProject> {
  return transaction(db, async (tx) => {
    const project = await projectOf(tx, o.projectId, o.userId, 'edit')
    const title = cleanTitle(o.title)
    await renameProject(tx, project.id, title)
    await events.publish(tx, topicOf(project.id))
    return { ...project, title }
  })
}
