import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { transaction } from '#platform/server/db.ts'
import { withLocal } from '#platform/server/files.ts'
import { defineJob } from '#platform/server/jobs.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { MediaJobDeps } from '../deps.ts'
import { findEarlySound, moveEarlySound } from './early-sound-rows.ts'
import { eraseUnwanted } from '../erase-job.ts'
import { keysOf } from '../file-keys.ts'
import { EARLY_SOUND, type ProjectPayload } from '../job-definitions.ts'
import { findProject, lockProject, type StoredProject } from '../projects.ts'
import { readSound } from '../decode/read-sound.ts'
import { topicOf } from '../transitions.ts'

/**
 * Measures and converts the sound that the browser sent before its video, as hostile as any upload. Whatever is wrong
 * with it, the video is untouched: its own sound is read later.
 */
export function earlySoundJob(deps: MediaJobDeps) {
  return defineJob<ProjectPayload>({
    ...EARLY_SOUND,
    quick: true,
    async run({ projectId }, { signal }) {
      const project = await findProject(deps.db, projectId)
      const sound = await findEarlySound(deps.db, projectId)
      if (project === undefined || sound?.state !== 'received' || !isAwaited(project)) return
      const durationMs = await convert(deps, project, signal)
      const isRemoved = await transaction(deps.db, async (tx) => {
        const now = await lockProject(tx, projectId)
        if (now === undefined) return true
        if (!(await moveEarlySound(tx, projectId, { from: 'received', to: 'ready', durationMs }))) return false
        if (isAwaited(now)) await deps.onSoundArrived(tx, { project: now, durationMs })
        await deps.events.publish(tx, topicOf(projectId))
        return false
      })
      // Its files may have been erased before this one was stored.
      if (isRemoved) await eraseUnwanted(deps, projectId)
    },
    async giveUp({ projectId }, _reason, { tx }) {
      await moveEarlySound(tx, projectId, { from: 'received', to: 'unusable' })
    },
  })
}

/** While its video is not measured, a sound is ahead of it. */
function isAwaited({ stage }: StoredProject): boolean {
  return stage === 'uploading' || stage === 'checking'
}

/** Stores the sound as WAV. @returns its length in milliseconds */
async function convert(deps: MediaJobDeps, { id, ownerId }: StoredProject, signal: AbortSignal): Promise<number> {
  const { files } = deps
  const { maxDurationMs } = await deps.uploadLimits(ownerId)
  const outputDir = await files.temporary()
  try {
    const key = keysOf(id).earlySound
    const seconds = maxDurationMs / 1_000 + 1
    const durationMs = await withLocal(files, { key, signal }, (path) =>
      readSound(deps.media, { path, outputDir, seconds, signal }),
    )
    if (durationMs > maxDurationMs) throw new AppError('unsupported_media', 'This sound is too long.')
    await files.adopt(join(outputDir, 'sound.wav'), keysOf(id).earlyWav)
    return durationMs
  } finally {
    await rm(outputDir, { recursive: true, force: true })
  }
}
