import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  Affiliate,
  CODE_LENGTH,
  codeFrom,
  normalizeCode,
  normalizeUsername,
  Referrer,
  RESERVED_NAMES,
} from '../model/index.ts'
import type { ReferralsDeps } from './deps.ts'

/** Attempts to find a free code; among a million affiliates a collision has a chance of one in a million. */
const MAX_CODE_ATTEMPTS = 5

const OWN = `
  select a.referral_code, n.username as referral_username, u.display_name
  from affiliates a
  join users u on u.id = a.user_id
  join affiliate_usernames n on n.affiliate_id = a.user_id and n.is_current`

/**
 * The SQL of an affiliate's public id (spec §3, `affiliateId`). User ids are random, so the digest cannot be reversed.
 * @param column the user id in the query
 */
export function publicIdOf(column: string): string {
  return `md5('affiliate ' || ${column})::uuid::text`
}

/** An affiliate's own record; null for other users. */
export async function affiliateOf(q: Queryable, userId: string): Promise<Affiliate | null> {
  const row = await findRow(q, Affiliate, `${OWN} where a.user_id = $1`, [userId])
  return row ?? null
}

/** Whether a user has an affiliate record, also after leaving the programme. */
export async function isAffiliate(q: Queryable, userId: string): Promise<boolean> {
  const found = await execute(q, 'select 1 from affiliates where user_id = $1', [userId])
  return found > 0
}

/**
 * Creates a user's affiliate record with a code and a name; idempotent.
 * @throws AppError `conflict` for a taken name, and for an affiliate with another name
 */
export async function admitAffiliate(
  tx: Tx,
  { now }: Pick<ReferralsDeps, 'now'>,
  { userId, username }: { userId: string; username: string },
): Promise<{ record: Affiliate; isNew: boolean }> {
  const isNew = await insertAffiliate(tx, userId, now())
  if (isNew) await claimUsername(tx, userId, username)
  const record = await affiliateOf(tx, userId)
  if (record === null) throw new AppError('not_found', 'User not found')
  if (record.referralUsername !== username) {
    throw new AppError('conflict', `You are already an affiliate, as ${record.referralUsername}.`)
  }
  return { record, isNew }
}

/**
 * Closes an affiliate in the transaction that deletes the account: their names stay reserved and money records stay.
 * The payout settings and the application are deleted.
 */
export async function closeAffiliate(tx: Tx, userId: string): Promise<void> {
  await execute(tx, 'delete from payout_settings where affiliate_id = $1', [userId])
  await execute(tx, 'delete from affiliate_applications where user_id = $1', [userId])
  await execute(tx, "update affiliates set state = 'closed', updated_at = now() where user_id = $1", [userId])
}

/** The owner of a link, by username, then by code (spec §4). A hit and a miss both cost one query. */
export async function findReferrer(
  q: Queryable,
  { username, code }: { username?: string | undefined; code?: string | undefined },
): Promise<Referrer | null> {
  const row = await findRow(
    q,
    Referrer,
    `select case when asked.username is not null then 'username' else 'code' end as type, found.*
     from (${OWN} where a.state = 'active') found
     join affiliates a on a.referral_code = found.referral_code
     left join affiliate_usernames asked on asked.affiliate_id = a.user_id and asked.username = $1
     where asked.username is not null or a.referral_code = $2
     order by asked.username is null limit 1`,
    [normalizeUsername(username ?? ''), normalizeCode(code ?? '') ?? ''],
  )
  return row ?? null
}

/** Counts a visit through an affiliate's link. */
export async function recordClick(q: Queryable, referralCode: string, at: Date): Promise<void> {
  await execute(
    q,
    'insert into affiliate_clicks (affiliate_id, clicked_at) select user_id, $2 from affiliates where referral_code = $1',
    [referralCode, at],
  )
}

const UsernameRow = z.object({ username: z.string() })

/**
 * Checks that no page of a new release takes an affiliate's name.
 * @throws Error naming them, so that the start fails rather than their link
 */
export async function rejectReservedUsernames(q: Queryable): Promise<void> {
  const rows = await queryRows(
    q,
    UsernameRow,
    'select username from affiliate_usernames where username = any($1) order by username',
    [[...RESERVED_NAMES]],
  )
  if (rows.length === 0) return
  const names = rows.map(({ username }) => username).join(', ')
  throw new Error(`these affiliate usernames are now reserved names: ${names}. Rename them or the pages.`)
}

/** @returns false if the user already is an affiliate */
async function insertAffiliate(tx: Tx, userId: string, at: Date): Promise<boolean> {
  for (let tries = 0; tries < MAX_CODE_ATTEMPTS; tries += 1) {
    const changed = await execute(
      tx,
      `insert into affiliates (user_id, referral_code, terms_accepted_at)
       select id, $2, $3 from users where id = $1 and deleted_at is null on conflict do nothing`,
      [userId, codeFrom(randomBytes(CODE_LENGTH)), at],
    )
    if (changed === 1) return true
    const found = await execute(tx, 'select 1 from affiliates where user_id = $1', [userId])
    if (found > 0) return false
  }
  throw new AppError('not_found', 'User not found')
}

/**
 * Claims a name; their own previous names are free to them. @throws AppError `conflict` for another's name, or a
 * reserved one
 */
export async function claimUsername(tx: Tx, userId: string, username: string): Promise<void> {
  const changed = await execute(
    tx,
    `insert into affiliate_usernames as stored (username, affiliate_id)
     select $1, $2 where not exists (
       select 1 from affiliate_applications where username = $1 and state = 'applied' and user_id <> $2)
     on conflict (username) do update set is_current = true where stored.affiliate_id = excluded.affiliate_id`,
    [username, userId],
  )
  if (changed === 0) throw new AppError('conflict', 'This username is taken.', { field: 'username' })
}
