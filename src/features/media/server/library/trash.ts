import { z } from 'zod'
import type { Tx } from '#platform/server/db.ts'
import { execute, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { MediaDeps } from '../deps.ts'
import { lockProject, requireProject } from '../projects.ts'
import { removeProject, topicOf } from '../transitions.ts'

/** Hides a video with everything in it at once. @throws AppError as `requireProject` for its owner */
export async function trashProject(
  tx: Tx,
  { events }: Pick<MediaDeps, 'events'>,
  o: { readonly id: string; readonly userId: string; readonly at: Date },
): Promise<void> {
  await lockProject(tx, o.id)
  const project = await requireProject(tx, o.id, o.userId, 'own')
  await execute(tx, 'update projects set removed_at = $2 where id = $1', [project.id, o.at])
  await events.publish(tx, topicOf(project.id))
}

/** Restores a video; idempotent. @throws AppError `not_found` once it is deleted */
export async function restoreProject(
  tx: Tx,
  { events }: Pick<MediaDeps, 'events'>,
  o: { readonly id: string; readonly userId: string },
): Promise<void> {
  const project = await lockProject(tx, o.id)
  if (project?.removedAt === null) return void (await requireProject(tx, o.id, o.userId, 'own'))
  if (project?.ownerId !== o.userId) throw new AppError('not_found', 'Project not found')
  await execute(tx, 'update projects set removed_at = null where id = $1', [project.id])
  await events.publish(tx, topicOf(project.id))
}

const IdRow = z.object({ id: z.string() })

/** Deletes a batch of videos that were removed before `before`; jobs erase their files. @returns the number */
export async function emptyTrash(
  tx: Tx,
  deps: Pick<MediaDeps, 'jobs' | 'events' | 'onRemoved'>,
  before: Date,
): Promise<number> {
  const rows = await queryRows(
    tx,
    IdRow,
    'select id from projects where removed_at < $1 order by removed_at limit 50 for update skip locked',
    [before],
  )
  for (const { id } of rows) await deleteVideo(tx, deps, id)
  return rows.length
}

/** Deletes a video: its row now, its files by a job. */
export async function deleteVideo(
  tx: Tx,
  deps: Pick<MediaDeps, 'jobs' | 'events' | 'onRemoved'>,
  projectId: string,
): Promise<void> {
  const project = await lockProject(tx, projectId)
  if (project !== undefined) await removeProject(tx, deps, project)
}
