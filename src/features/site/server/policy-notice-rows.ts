import { z } from 'zod'
import type { PolicyName } from '../model/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'

/** The mails about a version of a text. */
export type NoticeKey = { readonly policy: PolicyName; readonly version: number }

const Stored = z.object({
  summary: z.string(),
  state: z.enum(['running', 'done', 'stopped']),
  mailed: z.number(),
  lastUserId: z.string().nullable(),
  publishedAt: z.date(),
})

/** Adds the mails about a version. */
export async function addNotice(tx: Tx, { policy, version }: NoticeKey, summary: string): Promise<void> {
  const sql = `insert into site_policy_notices (policy, version, summary, state) values ($1, $2, $3, 'running')`
  await execute(tx, sql, [policy, version, summary])
}

/** Finds the mails about a version. @param o.isLocked keeps other workers from the same batch */
export async function findNotice(q: Queryable, { policy, version }: NoticeKey, o: { isLocked: boolean }) {
  return findRow(
    q,
    Stored,
    `select summary, state, mailed, last_user_id, at as published_at
     from site_policy_notices notice join site_policies using (policy, version)
     where policy = $1 and version = $2 ${o.isLocked ? 'for update of notice' : ''}`,
    [policy, version],
  )
}

/** Records a batch, so that the next one begins behind it. */
export async function recordBatch(
  tx: Tx,
  { policy, version }: NoticeKey,
  { mailed, lastUserId }: { mailed: number; lastUserId: string },
): Promise<void> {
  await execute(
    tx,
    `update site_policy_notices set mailed = mailed + $3, last_user_id = $4 where policy = $1 and version = $2`,
    [policy, version, mailed, lastUserId],
  )
}

/** Ends the mails about a version, unless they have ended. */
export async function endNotice(tx: Tx, { policy, version }: NoticeKey, state: 'done' | 'stopped'): Promise<void> {
  await execute(
    tx,
    `update site_policy_notices set state = $3 where policy = $1 and version = $2 and state = 'running'`,
    [policy, version, state],
  )
}
