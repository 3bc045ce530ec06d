import type { Tx } from '#platform/server/db.ts'
import type { MediaDeps, MediaJobDeps } from './deps.ts'
import { CHECK, COPY, EARLY_SOUND, ERASE, PREPARE, SOUND, UPGRADE } from './job-definitions.ts'
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

/**
 * Refuses a project, stops its other jobs and queues the erasure of its files, in one transaction; does nothing once it
 * is prepared.
 */
export async function refuseProject(
  tx: Tx,
  deps: TransitionDeps & Pick<MediaJobDeps, 'onRefused'>,
  projectId: string,
  problem: string,
): Promise<void> {
  const { jobs, events } = deps
  if (!(await markRefused(tx, projectId, problem))) return
  const project = await findProject(tx, projectId)
  if (project === undefined) return
  await deps.onRefused(tx, project)
  await cancelJobs(tx, jobs, projectId)
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
  await cancelJobs(tx, jobs, project.id)
  await jobs.enqueue(tx, ERASE, { projectId: project.id }, { ownerId: project.ownerId, subjectId: project.id })
  await events.publish(tx, topicOf(project.id))
}

/** Cancels the unfinished jobs of a project; its files are erased by another. */
async function cancelJobs(tx: Tx, jobs: TransitionDeps['jobs'], projectId: string): Promise<void> {
  for (const { name } of [CHECK, EARLY_SOUND, SOUND, PREPARE, COPY, UPGRADE]) {
    const job = await jobs.bySubject(tx, name, projectId)
    if (job !== undefined) await jobs.cancel(tx, job.id)
  }
}
