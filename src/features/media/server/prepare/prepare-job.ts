import { defineJob } from '#platform/server/jobs.ts'
import { AppError } from '#platform/shared/errors.ts'
import { truncationRefusal } from '../../model/index.ts'
import type { AssetWriter } from './asset-writer.ts'
import type { DecodeSource } from '../decode/decode.ts'
import type { MediaJobDeps } from '../deps.ts'
import { deriveAssets, findPreparing } from './derive-assets.ts'
import { PREPARE, type ProjectPayload } from '../job-definitions.ts'
import { makePreview } from '../decode/preview.ts'
import { writeShots } from '../decode/shots.ts'
import { queueMissingSound } from './sound-job.ts'
import { makeFilmstrip, makePoster } from '../decode/stills.ts'
import { refuseProject } from '../transitions.ts'

/** The progress at the end of the stills, 0 to 1; the preview takes the rest. */
const STILLS_SHARE = 0.06

/**
 * Creates everything the editor needs of the picture, in the order it is shown, the preview last; `media.sound` makes
 * the sound. Idempotent: each result appears by one rename, and the results of an earlier attempt are kept.
 */
export function prepareJob(deps: MediaJobDeps) {
  return defineJob<ProjectPayload>({
    ...PREPARE,
    async run({ projectId }, { signal, progress }) {
      const project = await findPreparing(deps, projectId)
      if (project === undefined) return
      await queueMissingSound(deps, project)
      await deriveAssets(deps, {
        project,
        signal,
        make: (source, storeAssets) => derivePicture(source, storeAssets, progress),
      })
    },
    giveUp: ({ projectId }, _reason, { tx, problem }) =>
      refuseProject(tx, deps, projectId, problem ?? 'Preparing was cancelled. Upload the video again.'),
  })
}

/** @returns false if the project was removed or another worker prepared it */
async function derivePicture(
  source: DecodeSource,
  storeAssets: AssetWriter,
  progress: (done: number) => void,
): Promise<boolean> {
  const { probe, outputDir } = source
  const stills = async () => {
    await Promise.all([makeFilmstrip(source), makePoster(source)])
    progress(STILLS_SHARE)
  }
  if (!(await storeAssets(['filmstrip', 'poster'], stills))) return false
  return storeAssets(['preview', 'shots'], async () => {
    const previewMs = await makePreview(source, (timeMs) =>
      progress(STILLS_SHARE + (1 - STILLS_SHARE) * Math.min(1, timeMs / probe.durationMs)),
    )
    const problem = truncationRefusal(previewMs, probe.durationMs)
    if (problem !== null) throw new AppError('unsupported_media', problem)
    await writeShots(outputDir, probe)
  })
}
