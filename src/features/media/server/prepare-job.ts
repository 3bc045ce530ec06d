import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { transaction } from '#platform/server/db.ts'
import { withLocal } from '#platform/server/files.ts'
import { defineJob } from '#platform/server/jobs.ts'
import { AppError } from '#platform/shared/errors.ts'
import { truncationRefusal } from '../model/index.ts'
import { assetWriter } from './asset-writer.ts'
import type { Decoding } from './decode.ts'
import type { MediaJobDeps } from './deps.ts'
import { keysOf } from './file-keys.ts'
import { PREPARE, type ProjectPayload } from './job-definitions.ts'
import { makePeaks } from './peaks.ts'
import { makePreview } from './preview.ts'
import { findProject, markPrepared, type StoredProject } from './projects.ts'
import { writeShots } from './shots.ts'
import { makeSound } from './sound.ts'
import { makeFilmstrip, makePoster } from './stills.ts'
import { refuseProject, topicOf } from './transitions.ts'

/** The progress at the end of each step, 0 to 1; the preview takes most of the time. */
const SHARE = { stills: 0.06, sound: 0.15, preview: 1 } as const

/**
 * Creates everything the editor needs of a video, in the order it is shown, the preview last. Idempotent: each result
 * appears by one rename, and the results of an earlier attempt are kept.
 */
export function prepareJob(deps: MediaJobDeps) {
  return defineJob<ProjectPayload>({
    ...PREPARE,
    async run({ projectId }, { signal, progress }) {
      const project = await findProject(deps.db, projectId)
      if (project?.stage !== 'preparing') return
      const outputDir = await deps.files.temporary()
      try {
        if (!(await prepare(deps, project, { outputDir, signal, progress }))) return
      } finally {
        await rm(outputDir, { recursive: true, force: true })
      }
      await finish(deps, projectId)
    },
    giveUp: ({ projectId }, _reason, { tx, problem }) =>
      refuseProject(tx, deps, projectId, problem ?? 'Preparing was cancelled. Upload the video again.'),
  })
}

type Work = { readonly outputDir: string; readonly signal: AbortSignal; progress(done: number): void }

/** @returns false if the project was removed or another worker prepared it */
async function prepare(deps: MediaJobDeps, project: StoredProject, work: Work): Promise<boolean> {
  const { probe } = project
  if (probe === null) throw new Error(`project ${project.id} is being prepared without a probe`)
  const { outputDir, signal } = work
  return withLocal(deps.files, { key: keysOf(project.id).source, signal }, (path) =>
    derive(deps, project, { source: { media: deps.media, path, probe, outputDir, signal }, ...work }),
  )
}

async function derive(
  deps: MediaJobDeps,
  project: StoredProject,
  { source, outputDir, signal, progress }: Work & { source: Decoding },
): Promise<boolean> {
  const { probe } = source
  const part = (from: number, to: number) => (timeMs: number) =>
    progress(from + (to - from) * Math.min(1, timeMs / probe.durationMs))
  const storeAssets = assetWriter(deps, project, source)

  const stills = async () => {
    await Promise.all([makeFilmstrip(source), makePoster(source)])
    progress(SHARE.stills)
  }
  if (!(await storeAssets(['filmstrip', 'poster'], stills))) return false

  const { audio } = probe
  if (audio !== null) {
    if (!(await storeAssets(['audio'], () => makeSound(source, audio, part(SHARE.stills, SHARE.sound))))) return false
    const peaks = (path: string) => makePeaks(path, join(outputDir, 'peaks.bin'))
    const key = keysOf(project.id).audio
    if (!(await storeAssets(['peaks'], () => withLocal(deps.files, { key, signal }, peaks)))) return false
  }

  return storeAssets(['preview', 'shots'], async () => {
    const previewMs = await makePreview(source, part(SHARE.sound, SHARE.preview))
    const problem = truncationRefusal(previewMs, probe.durationMs)
    if (problem !== null) throw new AppError('unsupported_media', problem)
    await writeShots(outputDir, probe)
  })
}

async function finish(deps: MediaJobDeps, projectId: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    if (!(await markPrepared(tx, projectId))) return
    const prepared = await findProject(tx, projectId)
    if (prepared === undefined) return
    await deps.onPrepared(tx, prepared)
    await deps.events.publish(tx, topicOf(projectId))
  })
}
