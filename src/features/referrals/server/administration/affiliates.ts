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
const storedState = (state: AffiliateState): string => (state === 'suspended' ? 'banned' : state)

/** The transition of each decision. */
const EDGES: Readonly<Record<AffiliateDecision, { from: AffiliateState; to: AffiliateState }>> = {
  suspend: { from: 'active', to: 'suspended' },
  reinstate: { from: 'suspended', to: 'active' },
}

const Row = AdminAffiliate.extend({ joinedAt: z.date().transform((at) => at.toISOString()) })

const COLUMNS = `a.user_id as id, u.display_name, u.email, n.username as referral_username,
    a.referral_code, ${STATE} as state, a.created_at as joined_at,
    (select count(*)::int from referrals where affiliate_id = a.user_id and counted_at is not null) as referrals,
    (select count(*)::int from referrals where affiliate_id = a.user_id and counted_at is not null
      and user_type = 'paid') as paid_users,
    (select coalesce(json_agg(b order by b.currency), '[]') from (
      select currency,
        coalesce(sum(amount - reversed) filter (where state in ('pending', 'hold')), 0)::float8 as waiting,
        coalesce(sum(amount - reversed) filter (where state = 'approved'), 0)::float8 as approved,
        coalesce(sum(amount - reversed) filter (where state = 'paid'), 0)::float8 as paid
      from commissions where affiliate_id = a.user_id group by currency) b) as balances`

/** A page of the list of affiliates. */
export type AffiliatePage = {
  /** A part of their username, name or address, or their whole code; all for an empty one. */
  readonly search: string
  readonly state: AffiliateState | undefined
  /** The last id of the previous page. */
  readonly before: string | undefined
  readonly limit: number
}

/** Affiliates, newest first. */
export async function listAffiliates(q: Queryable, page: AffiliatePage): Promise<AdminAffiliate[]> {
  const { text, values } = listStatement(page)
  return queryRows(q, Row, text, values)
}

/**
 * The statement names only what it filters by. Each search path reads a page of affiliates: PostgreSQL chooses for each
 * whether to read by the index of pieces or, for pieces that most names have, in the order of the list.
 */
function listStatement({ search, state, before, limit }: AffiliatePage): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const value = (one: unknown): string => `$${values.push(one)}`
  const page = `order by created_at desc, user_id desc limit ${value(limit)}`
  const filters: string[] = []
  if (state !== undefined) filters.push(`a.state = ${value(storedState(state))}`)
  if (before !== undefined)
    filters.push(
      `(a.created_at, a.user_id) < (select created_at, user_id from affiliates where user_id = ${value(before)})`,
    )
  const trimmed = search.trim()
  const found = (trimmed === '' ? [ALL] : searchPaths(`${value(trimmed)}::text`)).map(
    ({ join, condition }) =>
      `(select a.user_id, a.referral_code, a.state, a.created_at from affiliates a ${join}
        where ${[condition, ...filters].join(' and ')} ${page})`,
  )
  const text = `select ${COLUMNS} from (select * from (${found.join(' union ')}) found ${page}) a
    join users u on u.id = a.user_id join affiliate_usernames n on n.affiliate_id = a.user_id and n.is_current
    order by a.created_at desc, a.user_id desc`
  return { text, values }
}

/** A path to affiliates: a table that is joined, and a condition. */
type SearchPath = { readonly join: string; readonly condition: string }

const ALL: SearchPath = { join: '', condition: 'true' }

/** By name or address, username, and code. An index finds the pieces of a text, which may stand apart. */
function searchPaths(search: string): readonly SearchPath[] {
  const text = `trim(search_text(${search}, ''))`
  return [
    {
      join: 'join users u on u.id = a.user_id',
      condition: `u.deleted_at is null and u.search_keys @> search_pieces(${text}, 3)
        and strpos(search_text(u.display_name, u.email), ${text}) > 0`,
    },
    {
      join: 'join affiliate_usernames n on n.affiliate_id = a.user_id and n.is_current',
      condition: `n.search_keys @> search_pieces(${text}, 3) and strpos(n.username, ${text}) > 0`,
    },
    { join: '', condition: `a.referral_code = upper(${search})` },
  ]
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
    storedState(to),
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
