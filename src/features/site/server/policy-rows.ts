import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { type ListedPolicy, MAX_EARLIER_POLICIES, type PolicyName, type PublishedPolicy } from '../model/index.ts'

const Moment = z.date().transform((at) => at.toISOString())
const Present = z.object({ version: z.number(), isOwn: z.boolean(), markdown: z.string().nullable() })
/** The newest version of a text. */
export type PresentPolicy = z.output<typeof Present>

/** Reads the newest version; version 0 if operators published none. */
export async function readPresent(q: Queryable, policy: PolicyName): Promise<PresentPolicy> {
  const sql = 'select version, is_own, markdown from site_policies where policy = $1 order by version desc limit 1'
  return (await findRow(q, Present, sql, [policy])) ?? { version: 0, isOwn: false, markdown: null }
}

const Text = z.object({ markdown: z.string(), since: Moment, until: Moment.nullable() })
const Earlier = z.object({ version: z.number(), isOwn: z.boolean(), since: Moment })

/**
 * Reads a version as its page shows it: an earlier one, or the present one if operators wrote it.
 * @param o.version default: the present one
 */
export async function findPublished(
  q: Queryable,
  o: { policy: PolicyName; version?: number | undefined },
): Promise<PublishedPolicy | undefined> {
  const present = await readPresent(q, o.policy)
  const version = o.version ?? present.version
  // The page of a built-in text follows the product.
  if (version === present.version && !present.isOwn) return undefined
  const text = await findRow(
    q,
    Text,
    `select markdown, at as since,
       (select at from site_policies next where next.policy = $1 and next.version = this.version + 1) as until
     from site_policies this where policy = $1 and version = $2 and markdown is not null`,
    [o.policy, version],
  )
  if (text === undefined) return undefined
  const earlier = await queryRows(
    q,
    Earlier,
    `select version, is_own, at as since from site_policies
     where policy = $1 and version < $2 and markdown is not null order by version desc limit $3`,
    [o.policy, present.version, MAX_EARLIER_POLICIES],
  )
  return { policy: o.policy, version, ...text, earlier }
}

/** Adds a version. @returns false if this version exists, saved by somebody else */
export async function addPolicy(
  tx: Tx,
  o: PresentPolicy & { policy: PolicyName; operator: string; reason: string; at: Date },
): Promise<boolean> {
  const added = await execute(
    tx,
    `insert into site_policies (policy, version, is_own, markdown, operator_email, reason, at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (policy, version) do nothing`,
    [o.policy, o.version, o.isOwn, o.markdown, o.operator, o.reason, o.at],
  )
  return added === 1
}

const Notice = z.object({ summary: z.string(), state: z.enum(['running', 'done', 'stopped']), mailed: z.number() })
const Row = z.object({
  version: z.number(),
  isOwn: z.boolean(),
  characters: z.number().nullable(),
  operator: z.string(),
  reason: z.string(),
  at: Moment,
  notice: Notice.nullable(),
})

/** Lists versions, newest first. @param o.before the last version of the previous page */
export async function listPolicies(
  q: Queryable,
  o: { policy: PolicyName; before: number | undefined; limit: number },
): Promise<ListedPolicy[]> {
  return queryRows(
    q,
    Row,
    `select version, is_own, length(markdown) as characters, operator_email as operator, reason, at,
       case when notice.state is null then null
         else json_build_object('summary', summary, 'state', notice.state, 'mailed', mailed) end as notice
     from site_policies left join site_policy_notices notice using (policy, version)
     where policy = $1 and ($2::integer is null or version < $2::integer) order by version desc limit $3`,
    [o.policy, o.before ?? null, o.limit],
  )
}
