import type { Tx } from '#platform/server/db.ts'
import type { MediaDeps } from './deps.ts'
import { CHECK, COPY, ERASE, PREPARE, UPGRADE } from './job-definitions.ts'
import {
  addAssets,
  deleteProject,
  findProject,
  lockProject,
  type MadeAssets,
  markRefused,
  type StoredProject,
} from './projects.ts'

type TransitionDeps = Pick<MediaDeps, 'jobs' | 'events'>

/** The topic of a project's changes. */
export function topicOf(projectId: string): string {
  return `project:${projectId}`
}

/** Refuses a project and queues the erasure of its files, in one transaction; does nothing once it is prepared. */
export async function refuseProject(
  tx: Tx,
  { jobs, events }: TransitionDeps,
  projectId: string,
  problem: string,
): Promise<void> {
  if (!(await markRefused(tx, projectId, problem))) return
  const project = await findProject(tx, projectId)
  if (project === undefined) return
  await jobs.enqueue(tx, ERASE, { projectId }, { ownerId: project.ownerId, subjectId: projectId })
  await events.publish(tx, topicOf(projectId))
}

/** Records derivatives and notifies the page. @returns false if the project has left their stage */
export async function recordAssets(
  tx: Tx,
  { events }: TransitionDeps,
  projectId: string,
  made: MadeAssets,
): Promise<boolean> {
  if (!(await addAssets(tx, projectId, made))) return false
  await events.publish(tx, topicOf(projectId))
  return true
}

/** Removes a project: cancels its jobs and deletes its row now; a job of the same transaction erases its files. */
export async function removeProject(
  tx: Tx,
  deps: TransitionDeps & Pick<MediaDeps, 'onRemoved'>,
  project: StoredProject,
): Promise<void> {
  const { jobs, events } = deps
  // Wait for concurrent starts, for example of a paid transcription, so that they can be ended.
  await lockProject(tx, project.id)
  await deps.onRemoved(tx, project)
  await deleteProject(tx, project.id)
  // Delete the row first, so that a job that gives up has nothing left to refuse.
  for (const { name } of [CHECK, PREPARE, COPY, UPGRADE]) {
    const job = await jobs.bySubject(tx, name, project.id)
    if (job !== undefined) await jobs.cancel(tx, job.id)
  }
  await jobs.enqueue(tx, ERASE, { projectId: project.id }, { ownerId: project.ownerId, subjectId: project.id })
  await events.publish(tx, topicOf(project.id))
}
