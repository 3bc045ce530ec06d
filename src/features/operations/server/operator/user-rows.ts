import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'
import type { Queryable } from '#platform/server/db.ts'
import { bigint, findRow, queryRows } from '#platform/server/rows.ts'
import { ACTIVE_MS, ListedUser, type UserFilter, type UserOrder } from '../../model/index.ts'

const At = z.date().transform((at) => at.toISOString())
const Row = ListedUser.extend({ createdAt: At, lastSeenAt: At, suspendedAt: At.nullable(), videoBytes: bigint })

const IS_AFFILIATE = '(select true from affiliates a where a.user_id = u.id) is true'

/** Scalar subqueries: joined, PostgreSQL would read all affiliates and all usage for a page of 25 users. */
const COLUMNS = `u.id, u.email, u.email_verified, u.display_name, u.plan, u.created_at, u.last_seen_at, u.suspended_at,
  ${IS_AFFILIATE} as is_affiliate,
  coalesce((select o.videos from project_usage o where o.owner_id = u.id), 0) as videos,
  coalesce((select o.bytes from project_usage o where o.owner_id = u.id), 0) as video_bytes`

/** Each order, with the key that the next page continues from; every one is an index. */
const ORDERS = {
  newest: {
    key: '(u.created_at, u.id)',
    after: '<',
    by: 'u.created_at desc, u.id desc',
    last: '(select c.created_at, c.id from users c where c.id = ',
  },
  seen: {
    key: '(u.last_seen_at, u.id)',
    after: '<',
    by: 'u.last_seen_at desc, u.id desc',
    last: '(select c.last_seen_at, c.id from users c where c.id = ',
  },
  email: { key: 'u.email', after: '>', by: 'u.email', last: '(select c.email from users c where c.id = ' },
  storage: {
    key: '(s.bytes, s.owner_id)',
    after: '<',
    by: 's.bytes desc, s.owner_id desc',
    last: '(select c.bytes, c.owner_id from project_usage c where c.owner_id = ',
  },
} as const satisfies Record<UserOrder, { key: string; after: '<' | '>'; by: string; last: string }>

/** A page of the list of users. */
export type UserPage = UserFilter & {
  readonly order: UserOrder
  /** The last id of the previous page. */
  readonly before: string | undefined
  readonly limit: number
  readonly now: Date
}

/** Users without deleted accounts. By storage, it lists those who have videos. */
export async function listUsers(q: Queryable, page: UserPage): Promise<ListedUser[]> {
  const { text, values } = listStatement(page)
  return queryRows(q, Row, text, values)
}

/** The statement names only what it filters by, so that PostgreSQL plans it for these filters. */
function listStatement({ order, before, limit, ...filter }: UserPage): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const value = (one: unknown): string => `$${values.push(one)}`
  const { key, after, by, last } = ORDERS[order]
  const conditions = ['u.deleted_at is null', ...conditionsOf(filter, value)]
  if (before !== undefined) conditions.push(`${key} ${after} ${last}${value(before)})`)
  // Users without videos have no usage: an order or a filter by it leaves them out.
  const usage = order === 'storage' || filter.minBytes !== undefined ? USAGE : ''
  const text = `select ${COLUMNS} from users u ${usage}
     where ${conditions.join(' and ')} order by ${by} limit ${value(limit)}`
  return { text, values }
}

const USAGE = 'join project_usage s on s.owner_id = u.id'

type Conditions = UserFilter & { readonly now: Date }

function conditionsOf(
  { search, plan, state, isAffiliate, minBytes, now }: Conditions,
  value: (one: unknown) => string,
) {
  const conditions: string[] = []
  if (search) {
    const sought = `search_text(${value(search)}::text, '')`
    // The index finds the pieces; they may stand apart.
    conditions.push(`u.search_keys @> search_pieces(trim(${sought}), 3)`)
    conditions.push(`strpos(search_text(u.display_name, u.email), trim(${sought})) > 0`)
  }
  if (plan !== undefined) conditions.push(`u.plan = ${value(plan)}`)
  if (state === 'suspended') conditions.push('u.suspended_at is not null')
  if (state === 'unconfirmed') conditions.push('not u.email_verified')
  if (state === 'active' || state === 'inactive') {
    const since = value(new Date(now.getTime() - ACTIVE_MS))
    conditions.push(`u.last_seen_at ${state === 'active' ? '>=' : '<'} ${since}`)
  }
  if (isAffiliate === true) conditions.push(IS_AFFILIATE)
  if (minBytes !== undefined) conditions.push(`s.bytes >= ${value(minBytes)}`)
  return conditions
}

const PlanVideosRow = z.object({ plan: PlanName, videos: bigint })

/** Counts stored videos by the plan of their owner; plans without any are missing. */
export async function countVideosByPlan(q: Queryable): Promise<ReadonlyMap<PlanName, number>> {
  const rows = await queryRows(
    q,
    PlanVideosRow,
    // A scalar subquery: joined, PostgreSQL could read all users.
    `select plan, sum(videos) as videos from
       (select (select u.plan from users u where u.id = o.owner_id) as plan, o.videos from project_usage o) as owned
     where plan is not null group by plan`,
  )
  return new Map(rows.map(({ plan, videos }) => [plan, videos]))
}

const OneRow = Row.extend({ downloadCount: z.int(), hasSecondFactor: z.boolean() })

/** One user with their videos; undefined for an unknown or deleted account. */
export async function findUser(q: Queryable, userId: string): Promise<z.output<typeof OneRow> | undefined> {
  return findRow(
    q,
    OneRow,
    `select ${COLUMNS}, u.download_count, 
       u.two_factor_enabled or exists (select 1 from passkeys p where p.user_id = u.id) as has_second_factor
     from users u where u.id = $1 and u.deleted_at is null`,
    [userId],
  )
}
