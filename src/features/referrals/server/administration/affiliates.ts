import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  type AffiliateDecision,
  AffiliateState,
  AdminAffiliate,
  normalizeUsername,
  usernameProblem,
} from '../../model/index.ts'
import { claimUsername } from '../affiliates.ts'

/** The stored state of a suspended affiliate is 'banned'. */
const STATE = `case a.state when 'banned' then 'suspended' else a.state end`

/** The transition of each decision. */
const EDGES: Readonly<Record<AffiliateDecision, { from: AffiliateState; to: AffiliateState }>> = {
  suspend: { from: 'active', to: 'suspended' },
  reinstate: { from: 'suspended', to: 'active' },
}

const Row = AdminAffiliate.extend({ joinedAt: z.date().transform((at) => at.toISOString()) })

/**
 * Affiliates, newest first. Each has a user: by a left join PostgreSQL reads affiliates in order, and never all users.
 * @param o.before the last id of the previous page
 */
export async function listAffiliates(
  q: Queryable,
  o: { search: string; state: AffiliateState | undefined; before: string | undefined; limit: number },
): Promise<AdminAffiliate[]> {
  return queryRows(
    q,
    Row,
    `select a.user_id as id, u.display_name, u.email, n.username as referral_username,
       a.referral_code, ${STATE} as state, a.created_at as joined_at,
       (select count(*)::int from referrals where affiliate_id = a.user_id and counted_at is not null) as referrals,
       (select count(*)::int from referrals where affiliate_id = a.user_id and counted_at is not null
         and user_type = 'paid') as paid_users,
       (select coalesce(json_agg(b order by b.currency), '[]') from (
         select currency,
           coalesce(sum(amount - reversed) filter (where state in ('pending', 'hold')), 0)::float8 as waiting,
           coalesce(sum(amount - reversed) filter (where state = 'approved'), 0)::float8 as approved,
           coalesce(sum(amount - reversed) filter (where state = 'paid'), 0)::float8 as paid
         from commissions where affiliate_id = a.user_id group by currency) b) as balances
     from affiliates a left join users u on u.id = a.user_id
     join affiliate_usernames n on n.affiliate_id = a.user_id and n.is_current
     where ($1::text is null or ${STATE} = $1)
       and ($2 = '' or strpos(n.username, $2) > 0 or strpos(u.email, $2) > 0 or strpos(lower(u.display_name), $2) > 0
         or a.referral_code = upper($2))
       and ($3::uuid is null or (a.created_at, a.user_id) < (select created_at, user_id from affiliates where user_id = $3))
     order by a.created_at desc, a.user_id desc limit $4`,
    [o.state ?? null, o.search.trim().toLowerCase(), o.before ?? null, o.limit],
  )
}

const StateRow = z.object({ state: AffiliateState, username: z.string() })

/** The state of an affiliate, locked. @throws AppError `not_found`, 'Affiliate not found' */
export async function lockAffiliate(tx: Tx, affiliateId: string): Promise<{ state: AffiliateState; username: string }> {
  const found = await findRow(
    tx,
    StateRow,
    `select ${STATE} as state, n.username from affiliates a
     join affiliate_usernames n on n.affiliate_id = a.user_id and n.is_current where a.user_id = $1 for no key update of a`,
    [affiliateId],
  )
  if (found === undefined) throw new AppError('not_found', 'Affiliate not found')
  return found
}

/**
 * Suspends or reinstates an affiliate. While suspended, their links do not work and they get no payouts.
 * @throws AppError `conflict` from another state
 */
export async function decideAffiliate(
  tx: Tx,
  o: { affiliateId: string; decision: AffiliateDecision; at: Date },
): Promise<void> {
  const { from, to } = EDGES[o.decision]
  const { state } = await lockAffiliate(tx, o.affiliateId)
  if (state !== from) {
    throw new AppError('conflict', `An affiliate who is ${state} cannot become ${to}.`, { from: state, to })
  }
  await execute(tx, 'update affiliates set state = $2, updated_at = $3 where user_id = $1', [
    o.affiliateId,
    to === 'suspended' ? 'banned' : to,
    o.at,
  ])
}

/**
 * Renames an affiliate's link. The previous name keeps working and is never given to anyone else.
 * @throws AppError `unprocessable` for a malformed name; `conflict` for a taken one, and for an affiliate who left
 */
export async function renameAffiliate(tx: Tx, o: { affiliateId: string; username: string }): Promise<void> {
  const username = normalizeUsername(o.username)
  const problem = usernameProblem(username)
  if (problem !== null) throw new AppError('unprocessable', problem, { field: 'username' })
  const { state } = await lockAffiliate(tx, o.affiliateId)
  if (state === 'closed') throw new AppError('conflict', 'An affiliate who left has no name.')
  await execute(tx, 'update affiliate_usernames set is_current = false where affiliate_id = $1 and is_current', [
    o.affiliateId,
  ])
  await claimUsername(tx, o.affiliateId, username)
}
