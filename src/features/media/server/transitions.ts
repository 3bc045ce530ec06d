import type { Tx } from '#platform/server/db.ts'
import type { MediaDeps } from './deps.ts'
import { CHECK, ERASE, PREPARE } from './job-definitions.ts'
import {
  type Asset,
  type AssetBytes,
  addAssets,
  deleteProject,
  findProject,
  lockProject,
  markRefused,
  type StoredProject,
} from './projects.ts'

type TransitionDeps = Pick<MediaDeps, 'jobs' | 'events'>

/** The topic on which a project's changes are told. */
export function topicOf(projectId: string): string {
  return `project:${projectId}`
}

/** Refuses a project and has its files removed, in one transaction; does nothing to one that is past preparing. */
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

/** Records derivatives and tells the page. @returns false when the project is not being prepared any more */
export async function recordAssets(
  tx: Tx,
  { events }: TransitionDeps,
  projectId: string,
  made: { readonly assets: readonly Asset[]; readonly bytes: AssetBytes },
): Promise<boolean> {
  if (!(await addAssets(tx, projectId, made.assets, made.bytes))) return false
  await events.publish(tx, topicOf(projectId))
  return true
}

/** Removes a project: its work is cancelled, its row goes now, its files by a job of the same transaction. */
export async function removeProject(
  tx: Tx,
  deps: TransitionDeps & Pick<MediaDeps, 'onRemoved'>,
  project: StoredProject,
): Promise<void> {
  const { jobs, events } = deps
  // What is being begun about it, such as a transcription that is being paid for, is there to be ended after this.
  await lockProject(tx, project.id)
  await deps.onRemoved(tx, project)
  await deleteProject(tx, project.id)
  // After the row is gone, so that a job which gives up has nothing left to refuse.
  for (const { name } of [CHECK, PREPARE]) {
    const job = await jobs.bySubject(tx, name, project.id)
    if (job !== undefined) await jobs.cancel(tx, job.id)
  }
  await jobs.enqueue(tx, ERASE, { projectId: project.id }, { ownerId: project.ownerId, subjectId: project.id })
  await events.publish(tx, topicOf(project.id))
}
