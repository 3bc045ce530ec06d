import { countKitFollowers } from '#features/captions/server/index.ts'
import { type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import type { Followers } from '../model/index.ts'
import type { BrandDeps } from './deps.ts'
import { findKit } from './kit-rows.ts'
import { RESTYLE } from './restyle-job.ts'
import { cancelRunning, deleteOldRestyles, findNewestRestyle, insertRestyle, setJob } from './restyle-rows.ts'

/** Dependencies of starting and stopping a restyling. */
export type StartDeps = Pick<BrandDeps, 'db' | 'jobs' | 'newId' | 'now'>

/**
 * The videos that follow the kit of an account, and its newest restyling.
 * @param except a video that does not count; default none
 */
export async function readFollowers(q: Queryable, ownerId: string, except?: string): Promise<Followers> {
  const { follow } = await findKit(q, ownerId)
  const newest = await findNewestRestyle(q, ownerId)
  const counts =
    follow === null ? { following: 0, behind: 0 } : await countKitFollowers(q, { ...follow, ownerId, except })
  if (newest === undefined) return { ...counts, restyle: null }
  const { state, total, restyled, keptOwn, skipped } = newest
  return { ...counts, restyle: { state, total, restyled, keptOwn, skipped } }
}

/** Starts to bring all following videos to the present kit, instead of a restyling that still runs. */
export async function restyleVideos({ db, jobs, newId, now }: StartDeps, ownerId: string): Promise<Followers> {
  return transaction(db, async (tx) => {
    await stop(tx, { jobs }, ownerId)
    const { follow: kit } = await findKit(tx, ownerId)
    const behind = kit === null ? 0 : (await countKitFollowers(tx, { ...kit, ownerId })).behind
    if (kit !== null && behind > 0) {
      const id = newId()
      await insertRestyle(tx, { id, ownerId, kit, total: behind, at: now() })
      await setJob(tx, id, await jobs.enqueue(tx, RESTYLE, { restyleId: id, part: 1 }, { ownerId, subjectId: id }))
      await deleteOldRestyles(tx, ownerId)
    }
    return readFollowers(tx, ownerId)
  })
}

/** Stops a running restyling. Videos that are restyled stay so. */
export async function cancelRestyle({ db, jobs }: StartDeps, ownerId: string): Promise<Followers> {
  return transaction(db, async (tx) => {
    await stop(tx, { jobs }, ownerId)
    return readFollowers(tx, ownerId)
  })
}

async function stop(tx: Tx, { jobs }: Pick<StartDeps, 'jobs'>, ownerId: string): Promise<void> {
  const running = await cancelRunning(tx, ownerId)
  if (running !== undefined && running.jobId !== null) await jobs.cancel(tx, running.jobId)
}
