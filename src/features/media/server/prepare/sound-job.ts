import { join } from 'node:path'
import { transaction, type Tx } from '#platform/server/db.ts'
import { withLocal } from '#platform/server/files.ts'
import { defineJob } from '#platform/server/jobs.ts'
import type { MediaJobDeps } from '../deps.ts'
import { deriveAssets, findPreparing } from './derive-assets.ts'
import { keysOf } from '../file-keys.ts'
import { OF_SOUND } from './finish-preparing.ts'
import { type ProjectPayload, SOUND } from '../job-definitions.ts'
import { makePeaks } from '../decode/peaks.ts'
import { lockProject, type StoredProject } from '../projects.ts'
import { makeSound } from '../decode/sound.ts'
import { refuseProject } from '../transitions.ts'

/**
 * Creates the sound and the waveform, beside the job that prepares the picture: speech waits for this one alone
 * (docs/decisions/0054-sound-first.md). Idempotent: each result appears by one rename.
 */
export function soundJob(deps: MediaJobDeps) {
  return defineJob<ProjectPayload>({
    ...SOUND,
    quick: true,
    async run({ projectId }, { signal, progress }) {
      const project = await findPreparing(deps, projectId)
      const audio = project?.probe?.audio ?? null
      if (project === undefined || audio === null) return
      await deriveAssets(deps, {
        project,
        signal,
        async make(source, storeAssets) {
          const part = (timeMs: number) => progress(Math.min(1, timeMs / source.probe.durationMs))
          if (!(await storeAssets(['audio'], () => makeSound(source, audio, part)))) return false
          const peaks = (path: string) => makePeaks(path, join(source.outputDir, 'peaks.bin'))
          const key = keysOf(projectId).audio
          return storeAssets(['peaks'], () => withLocal(deps.files, { key, signal }, peaks))
        },
      })
    },
    giveUp: ({ projectId }, _reason, { tx, problem }) =>
      refuseProject(tx, deps, projectId, problem ?? 'Preparing was cancelled. Upload the video again.'),
  })
}

/** Queues the sound of a checked video, in the caller's transaction; a silent one has none. */
export async function queueSound(
  tx: Tx,
  { jobs }: Pick<MediaJobDeps, 'jobs'>,
  { id, ownerId, probe }: Pick<StoredProject, 'id' | 'ownerId' | 'probe'>,
): Promise<void> {
  if (probe === null || probe.audio === null) return
  await jobs.enqueue(tx, SOUND, { projectId: id }, { ownerId, subjectId: id })
}

/** Queues the sound of a video that an earlier release checked: its preparation would have made it. */
export async function queueMissingSound(
  deps: Pick<MediaJobDeps, 'db' | 'jobs'>,
  { id, assets }: Pick<StoredProject, 'id' | 'assets'>,
): Promise<void> {
  if (OF_SOUND.every((asset) => assets.includes(asset))) return
  await transaction(deps.db, async (tx) => {
    // Two workers may hold the job of this video for a moment.
    const project = await lockProject(tx, id)
    if (project === undefined || (await deps.jobs.bySubject(tx, SOUND.name, id)) !== undefined) return
    await queueSound(tx, deps, project)
  })
}
