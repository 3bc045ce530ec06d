import { z } from 'zod'
import { type ApplyDeps, findVideosBehind, restyleVideo } from '#features/captions/server/index.ts'
import { requireProject } from '#features/media/server/index.ts'
import { transaction, type Tx } from '#platform/server/db.ts'
import { defineJob, type JobIo } from '#platform/server/jobs.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { BrandDeps } from './deps.ts'
import { endRestyle, findRunning, recordVideo, setJob, startPart, type StoredRestyle } from './restyle-rows.ts'

const payload = z.object({ restyleId: z.uuid(), part: z.int().min(1) })

/** Restyles some of the videos that follow a kit, and queues the next part behind the jobs of other accounts. */
export const RESTYLE = { name: 'brand.restyle', payload, attempts: 10 } as const

/** Videos of one job: it takes seconds, so that no account keeps the others waiting. */
export const VIDEOS_A_PART = 20

/** Dependencies of the job. */
export type RestyleDeps = Pick<BrandDeps, 'db' | 'jobs'> & ApplyDeps

/**
 * Idempotent: a video and the count of it are saved in one transaction, and a video that has the revision is not
 * found again.
 */
export function restyleJob(deps: RestyleDeps) {
  return defineJob<z.output<typeof payload>>({
    ...RESTYLE,
    quick: true,
    async run({ restyleId, part }, io) {
      const restyle = await findRunning(deps.db, restyleId)
      if (restyle === undefined) return
      const { kit, ownerId, lastProjectId: after } = restyle
      const ids = await findVideosBehind(deps.db, { ...kit, ownerId, after, most: VIDEOS_A_PART })
      for (const [at, projectId] of ids.entries()) {
        io.signal.throwIfAborted()
        if (!(await isStillRunning(deps, restyle, projectId))) return
        reportProgress(io, restyle, at + 1)
      }
      await transaction(deps.db, (tx) => {
        return ids.length < VIDEOS_A_PART
          ? endRestyle(tx, restyleId, 'done')
          : queueNext(tx, deps, { restyle, part: part + 1 })
      })
    },
    giveUp: ({ restyleId }, reason, { tx }) =>
      reason === 'failed' ? endRestyle(tx, restyleId, 'failed') : Promise.resolve(),
  })
}

/** Restyles one video. @returns false once the restyling is cancelled */
async function isStillRunning(deps: RestyleDeps, { id, kit, ownerId }: StoredRestyle, projectId: string) {
  try {
    const outcome = await restyleVideo(deps, {
      projectId,
      kit,
      authorId: ownerId,
      async authorize(tx) {
        await requireProject(tx, projectId, ownerId, 'own')
        if ((await findRunning(tx, id, { isLocked: true })) === undefined) throw new RestyleEnded()
      },
      onSaved: (tx, hasOwnChanges) =>
        recordVideo(tx, { id, projectId, outcome: hasOwnChanges ? 'keptOwn' : 'restyled' }),
    })
    if (outcome === 'left') await skip(deps, id, projectId)
    return true
  } catch (error) {
    if (error instanceof RestyleEnded) return false
    // A removed video, or captions that this release cannot change: the others do not wait for it.
    if (!(error instanceof AppError)) throw error
    await skip(deps, id, projectId)
    return true
  }
}

class RestyleEnded extends Error {}

function skip({ db }: RestyleDeps, id: string, projectId: string): Promise<void> {
  return transaction(db, (tx) => recordVideo(tx, { id, projectId, outcome: 'skipped' }))
}

async function queueNext(
  tx: Tx,
  { jobs }: RestyleDeps,
  { restyle: { id, ownerId }, part }: { restyle: StoredRestyle; part: number },
): Promise<void> {
  // A repeated job finds that its successor is queued already.
  if (!(await startPart(tx, { id, part }))) return
  await setJob(tx, id, await jobs.enqueue(tx, RESTYLE, { restyleId: id, part }, { ownerId, subjectId: id }))
}

function reportProgress(io: JobIo, { total, restyled, skipped }: StoredRestyle, done: number): void {
  io.progress(Math.min(1, (restyled + skipped + done) / Math.max(1, total)))
}
