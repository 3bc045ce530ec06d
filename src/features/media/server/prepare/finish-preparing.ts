import { transaction } from '#platform/server/db.ts'
import type { MediaJobDeps } from '../deps.ts'
import { type Asset, lockProject, markPrepared, type StoredProject } from '../projects.ts'
import { topicOf } from '../transitions.ts'

/** Derivatives of the picture. */
const OF_PICTURE = ['filmstrip', 'poster', 'preview', 'shots'] as const satisfies readonly Asset[]
/** Derivatives of the sound; a silent video has none. */
export const OF_SOUND = ['audio', 'peaks'] as const satisfies readonly Asset[]

/**
 * Makes a project `prepared` once it has every derivative. Sound and picture are made by two jobs, and each calls this
 * at its end: the last one moves the stage. Idempotent.
 */
export async function finishPreparing(deps: MediaJobDeps, projectId: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    // Of two jobs that end together, the second sees the derivatives of the first.
    const project = await lockProject(tx, projectId)
    if (project === undefined || !isComplete(project) || !(await markPrepared(tx, projectId))) return
    await deps.onPrepared(tx, { ...project, stage: 'prepared' })
    await deps.events.publish(tx, topicOf(projectId))
  })
}

function isComplete({ probe, assets }: StoredProject): boolean {
  const needed = [...OF_PICTURE, ...(probe?.audio === null ? [] : OF_SOUND)]
  return needed.every((asset) => assets.includes(asset))
}
