import { z } from 'zod'
import { BrandKitRef } from '#features/captions/model/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import { Restyle } from '../model/index.ts'

/** A stored restyling. */
export type StoredRestyle = Readonly<z.output<typeof StoredRestyle>>
const StoredRestyle = Restyle.extend({
  id: z.string(),
  ownerId: z.string(),
  kit: BrandKitRef,
  lastProjectId: z.string().nullable(),
  part: z.number(),
  jobId: z.string().nullable(),
})

const COLUMNS = 'id, owner_id, kit, state, total, restyled, kept_own, skipped, last_project_id, part, job_id'

/** Inserts a restyling, which runs once it has a job. */
export async function insertRestyle(
  tx: Tx,
  o: { id: string; ownerId: string; kit: BrandKitRef; total: number; at: Date },
): Promise<void> {
  await execute(
    tx,
    `insert into brand_restyles (id, owner_id, kit, state, total, created_at) values ($1, $2, $3, 'running', $4, $5)`,
    [o.id, o.ownerId, JSON.stringify(o.kit), o.total, o.at],
  )
}

/** The newest restyling of an account. */
export async function findNewestRestyle(q: Queryable, ownerId: string): Promise<StoredRestyle | undefined> {
  return findRow(
    q,
    StoredRestyle,
    `select ${COLUMNS} from brand_restyles where owner_id = $1 order by created_at desc limit 1`,
    [ownerId],
  )
}

/** A restyling while it runs. @param o.isLocked locks its row until the transaction ends; default false */
export async function findRunning(
  q: Queryable,
  id: string,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<StoredRestyle | undefined> {
  const lock = isLocked ? ' for update' : ''
  return findRow(q, StoredRestyle, `select ${COLUMNS} from brand_restyles where id = $1 and state = 'running'${lock}`, [
    id,
  ])
}

/** Cancels the running restyling of an account. @returns it; undefined if none runs */
export async function cancelRunning(tx: Tx, ownerId: string): Promise<StoredRestyle | undefined> {
  return findRow(
    tx,
    StoredRestyle,
    `update brand_restyles set state = 'cancelled' where owner_id = $1 and state = 'running' returning ${COLUMNS}`,
    [ownerId],
  )
}

/** Ends a running restyling. */
export async function endRestyle(tx: Tx, id: string, state: 'done' | 'failed'): Promise<void> {
  await execute(tx, `update brand_restyles set state = $2 where id = $1 and state = 'running'`, [id, state])
}

/** Counts one video as done. A repeated job that skips a video again counts it once. */
export async function recordVideo(
  tx: Tx,
  { id, projectId, outcome }: { id: string; projectId: string; outcome: 'restyled' | 'keptOwn' | 'skipped' },
): Promise<void> {
  const [restyled, keptOwn, skipped] = [outcome !== 'skipped', outcome === 'keptOwn', outcome === 'skipped'].map(Number)
  await execute(
    tx,
    `update brand_restyles set last_project_id = greatest(last_project_id, $2), restyled = restyled + $3, kept_own = kept_own + $4,
       skipped = skipped + $5
     where id = $1 and ($5 = 0 or last_project_id is null or last_project_id < $2)`,
    [id, projectId, restyled, keptOwn, skipped],
  )
}

/** Hands a restyling over to the job of its next part. @returns false if that was done already */
export async function startPart(tx: Tx, { id, part }: { id: string; part: number }): Promise<boolean> {
  const changed = await execute(
    tx,
    `update brand_restyles set part = $2 where id = $1 and part = $2 - 1 and state = 'running'`,
    [id, part],
  )
  return changed === 1
}

/** Records the job that does the present part. */
export async function setJob(tx: Tx, id: string, jobId: string): Promise<void> {
  await execute(tx, 'update brand_restyles set job_id = $2 where id = $1', [id, jobId])
}

/** Deletes old restylings of an account, apart from the newest ones. */
export async function deleteOldRestyles(tx: Tx, ownerId: string): Promise<void> {
  await execute(
    tx,
    `delete from brand_restyles where owner_id = $1 and state <> 'running' and id not in (
       select id from brand_restyles where owner_id = $1 order by created_at desc limit $2)`,
    [ownerId, RETAINED],
  )
}

/** Restylings of one account that stay stored. */
const RETAINED = 20
