import { z } from 'zod'
import { censoredSpansOf, exactTemplateOf } from '#features/captions/model/index.ts'
import { findProject, sourceOf } from '#features/media/server/index.ts'
import { withLocal } from '#platform/server/files.ts'
import { defineJob } from '#platform/server/jobs.ts'
import { MediaError } from '#platform/server/sandbox/sandbox.ts'
import { AppError } from '#platform/shared/errors.ts'
import { overlaysOf, pictureIdsOf, trackOf } from '../../model/index.ts'
import { burnIn } from '../burn-in/burn-in.ts'
import { type RenderingJobDeps, topicOf } from '../deps.ts'
import { formatKey } from './export-format.ts'
import { keysOf } from './file-keys.ts'
import { withLocalLogos } from '../local-logos.ts'
import { publishQueuePositions } from './render-queue.ts'
import { namedFonts, withLocalFonts } from '../own-font-files.ts'
import { captionsOfRender } from './pack-captions.ts'
import { createProgressReporter } from './progress-reporter.ts'
import {
  findRender,
  isUnfinished,
  markEnded,
  recordFormat,
  type StoredRender,
  templateOfRender,
} from './render-rows.ts'
import { removeLeftovers, storeExport } from './store-export.ts'

/** Name, payload and attempts of the job, for code that queues it. */
export const RENDER = { name: 'rendering.render', payload: z.object({ renderId: z.uuid() }), attempts: 4 } as const

/**
 * Burns the captions of one export into its video. Safe to run twice: skips an export that has ended, resumes the work
 * of a killed worker, and stores the finished file before recording it.
 */
export function renderJob(deps: RenderingJobDeps) {
  return defineJob<{ renderId: string }>({
    ...RENDER,
    bulk: true,

    async run({ renderId }, { signal, progress }) {
      const render = await findRender(deps.db, renderId)
      if (render === undefined) return
      if (isUnfinished(render)) await storeExport(deps, render, await burnInRender(deps, render, { signal, progress }))
      await removeLeftovers(deps, render)
      await publishQueuePositions(deps.db, deps.events, render.ownerId)
    },

    async giveUp({ renderId }, state, { tx, problem }) {
      const render = await findRender(tx, renderId)
      if (render === undefined) return
      const why = state === 'failed' ? (problem ?? 'The export failed. Please try again.') : null
      if (!(await markEnded(tx, renderId, { state, problem: why, finishedAt: deps.now() }))) return
      // Includes a file that a worker stored before it died. A worker that is storing now deletes its own file.
      await deps.files.remove(keysOf(render).all)
      await deps.events.publish(tx, topicOf(renderId))
      await publishQueuePositions(tx, deps.events, render.ownerId)
    },
  })
}

type Io = { readonly signal: AbortSignal; progress(done: number): void }

async function burnInRender(deps: RenderingJobDeps, render: StoredRender, { signal, progress }: Io): Promise<string> {
  const { db, files, media } = deps
  // Also for a video in the trash: its owner may restore it, with this export.
  const project = await findProject(db, render.projectId)
  if (project === undefined || project.probe === null)
    throw new AppError('conflict', 'This video is not ready to be exported yet.')
  const document = await captionsOfRender(db, render.id)
  const template = (await templateOfRender(db, render.id)) ?? exactTemplateOf(document)
  const limit = await deps.exportLimit(render.ownerId)
  await recordFormat(db, render.id, formatKey(project.probe, limit))
  const reporter = createProgressReporter(deps, render.id, progress)
  const { probe } = project
  const owned = { ownerId: project.ownerId, at: render.createdAt }
  const fonts = namedFonts(document, await deps.ownFonts(owned))
  const logos = await deps.logos({ ...owned, ids: pictureIdsOf(document) })
  try {
    return await withLocal(files, { key: sourceOf(project), signal }, async (sourcePath) =>
      withLocalFonts(files, { fonts, signal }, async (ownFonts) =>
        withLocalLogos(files, { logos, signal }, async (localLogos) =>
          burnIn({
            media,
            signal,
            probe,
            sourcePath,
            quality: render.quality,
            track: trackOf(document),
            censored: censoredSpansOf(document),
            template,
            overlays: overlaysOf(document, template),
            ownFonts,
            logos: localLogos,
            limit,
            workDir: await files.workspace(keysOf(render).work),
            onProgress: reporter.report,
          }),
        ),
      ),
    )
  } catch (error) {
    throw refusalOf(error)
  } finally {
    await reporter.settle()
  }
}

/** Does not retry an export that exceeded a limit, since it would exceed it again. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof MediaError) || error.failure === 'failed') return error
  return new AppError(
    'unprocessable',
    'This video needs more processing than an export allows. Try a shorter or smaller version.',
    {},
    { cause: error },
  )
}
