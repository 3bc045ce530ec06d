import { transaction } from '#platform/server/db.ts'
import { cleanTitle } from '../../model/index.ts'
import type { MediaDeps } from '../deps.ts'
import { requireProject, type AccessibleProject, renameProject } from '../projects.ts'
import { topicOf } from '../transitions.ts'

/** Renames a video. @throws AppError as `requireProject` */
export async function renameVideo(
  { db, events }: Pick<MediaDeps, 'db' | 'events'>,
  o: { readonly projectId: string; readonly userId: string; readonly title: string },
): Promise<AccessibleProject> {
  return transaction(db, async (tx) => {
    const project = await requireProject(tx, o.projectId, o.userId, 'edit')
    const title = cleanTitle(o.title)
    await renameProject(tx, project.id, title)
    await events.publish(tx, topicOf(project.id))
    return { ...project, title }
  })
}
