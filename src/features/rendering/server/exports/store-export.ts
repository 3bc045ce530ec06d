import { transaction } from '#platform/server/db.ts'
import { type RenderingJobDeps, topicOf } from '../deps.ts'
import { keysOf, videoKeyOf } from './file-keys.ts'
import { findRender, isUnfinished, markDone, type StoredRender } from './render-rows.ts'

type Deps = Pick<RenderingJobDeps, 'db' | 'files' | 'events' | 'now' | 'newId'>

/**
 * Stores a finished file, then records it in one short transaction. Each call uses a unique name: if two workers hold
 * one export, because the first one stalled, only one is recorded and the other deletes its file. An export that was
 * cancelled or removed meanwhile keeps no file.
 * @param result path of the finished file, which moves into the store
 * @throws Error when the stored file vanished before it was recorded; the job then runs again
 */
export async function storeExport(deps: Deps, render: StoredRender, result: string): Promise<void> {
  const { db, files, events } = deps
  const file = `${deps.newId()}.mp4`
  const key = videoKeyOf({ ...render, file })
  const stored = await files.adopt(result, key)
  const isRecorded = await transaction(db, async (tx) => {
    if (!(await markDone(tx, render.id, { ...stored, file, finishedAt: deps.now() }))) return false
    // A cancellation deletes files before it commits, and may have rolled back. The row is locked from here on.
    if ((await files.stat(key)) === undefined) throw new Error('a stored export vanished before it was recorded')
    await events.publish(tx, topicOf(render.id))
    return true
  })
  if (!isRecorded) await files.remove(key)
}

/** Deletes all files of an ended export except the finished one: intermediate files, and files of dead workers. */
export async function removeLeftovers({ db, files }: Pick<Deps, 'db' | 'files'>, render: StoredRender): Promise<void> {
  const now = await findRender(db, render.id)
  if (now !== undefined && isUnfinished(now)) return
  const { all, work } = keysOf(render)
  await files.remove(work)
  const currentKey = now?.state === 'done' ? videoKeyOf(now) : undefined
  for await (const { key } of files.list(all)) if (key !== currentKey) await files.remove(key)
}
