import { z } from 'zod'
import { findProject, sourceOf } from '#features/media/server/index.ts'
import { templateById } from '#features/templates/model/index.ts'
import { transaction, type Tx } from '#platform/server/db.ts'
import { withLocal } from '#platform/server/files.ts'
import { defineJob } from '#platform/server/jobs.ts'
import { MediaError } from '#platform/server/sandbox.ts'
import { AppError } from '#platform/shared/errors.ts'
import { trackOf } from '../model/index.ts'
import { burnIn } from './burn-in.ts'
import { type RenderingJobDeps, topicOf } from './deps.ts'
import { keysOf } from './file-keys.ts'
import { progressTeller } from './progress.ts'
import {
  documentOfRender,
  findRender,
  lockFinishing,
  markDone,
  markEnded,
  type StoredRender,
  tryLockFinishing,
} from './renders.ts'

/** Name, payload and tries of the job; what queues it needs no more. */
export const RENDER = { name: 'rendering.render', payload: z.object({ renderId: z.uuid() }), attempts: 4 } as const

/**
 * Burns the captions of one export into its video. Safe to run twice: an export that ended is left alone, what a
 * killed worker had written is gone on from, and the finished file appears by one rename before it is recorded.
 */
export function renderJob(deps: RenderingJobDeps) {
  return defineJob<{ renderId: string }>({
    ...RENDER,

    async run({ renderId }, { signal, progress }) {
      const render = await findRender(deps.db, renderId)
      if (render === undefined || !isUnfinished(render)) return
      const result = await burnInRender(deps, render, { signal, progress })
      const isKept = await transaction(deps.db, (tx) => keep(tx, deps, render, result))
      const { video, work } = keysOf(render)
      await deps.files.remove(work)
      // It was cancelled, or its project removed, while we worked.
      if (!isKept) await deps.files.remove(video)
    },

    async giveUp({ renderId }, state, { tx, problem }) {
      const render = await findRender(tx, renderId)
      if (render === undefined) return
      const why = state === 'failed' ? (problem ?? 'The export failed. Please try again.') : null
      if (!(await markEnded(tx, renderId, { state, problem: why, finishedAt: deps.now() }))) return
      // With what a worker stored and died before it told; one that is just storing something takes that away itself.
      const { all, work } = keysOf(render)
      await deps.files.remove((await tryLockFinishing(tx, renderId)) ? all : work)
      await deps.events.publish(tx, topicOf(renderId))
    },
  })
}

/**
 * Stores the finished file and records it. Of two workers that hold one export, as after a long silence of the first,
 * only one stores its file: the two need not be the same to the byte, and the row tells size and hash of one.
 * @returns false when nobody wants it any more
 */
async function keep(tx: Tx, deps: RenderingJobDeps, render: StoredRender, result: string): Promise<boolean> {
  await lockFinishing(tx, render.id)
  const now = await findRender(tx, render.id)
  if (now === undefined || !isUnfinished(now)) return now?.state === 'done'
  const stored = await deps.files.adopt(result, keysOf(render).video)
  if (!(await markDone(tx, render.id, { ...stored, finishedAt: deps.now() }))) return false
  await deps.events.publish(tx, topicOf(render.id))
  return true
}

function isUnfinished({ state }: StoredRender): boolean {
  return state === 'queued' || state === 'running'
}

type Io = { readonly signal: AbortSignal; progress(done: number): void }

async function burnInRender(deps: RenderingJobDeps, render: StoredRender, { signal, progress }: Io): Promise<string> {
  const { db, files, media } = deps
  // Also of a video that was removed a moment ago: its owner may still have it back, with this export.
  const project = await findProject(db, render.projectId)
  if (project === undefined || project.probe === null)
    throw new AppError('conflict', 'This video is not ready to be exported yet.')
  const document = await documentOfRender(db, render.id)
  const teller = progressTeller(deps, render.id, progress)
  const { probe } = project
  try {
    return await withLocal(files, { key: sourceOf(project), signal }, async (sourcePath) =>
      burnIn({
        ...{ media, signal, probe, sourcePath, quality: render.quality },
        track: trackOf(document),
        template: templateById(document.template.id),
        limit: await deps.exportLimit(render.ownerId),
        workDir: await files.workspace(keysOf(render).work),
        onProgress: teller.tell,
      }),
    )
  } catch (error) {
    throw refusalOf(error)
  } finally {
    await teller.settle()
  }
}

/** A limit that was reached is reached again: such an export is not tried twice. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof MediaError) || error.failure === 'failed') return error
  return new AppError(
    'unprocessable',
    'This video takes more work than an export may. Try a shorter or smaller version of it.',
    {},
    { cause: error },
  )
}
