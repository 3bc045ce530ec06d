import { z } from 'zod'
import { canonicalAddress } from '#features/accounts/model/index.ts'
import { activeUser, type ActiveUser } from '#features/accounts/server/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import { isLoopback } from '#platform/shared/contacts.ts'
import { normalizeCode, normalizeUsername, ReferralClaim, type Tracked, Visit } from '../model/index.ts'
import { publicIdOf } from './affiliates.ts'
import type { ReferralsDeps } from './deps.ts'

const DAY_MS = 86_400_000

/** The dependencies of binding. */
export type BindingDeps = Pick<ReferralsDeps, 'log' | 'now' | 'newId' | 'hasUsedIp' | 'programme'>

type ClaimedAffiliate = Readonly<z.infer<typeof ClaimedAffiliate>>
const ClaimedAffiliate = z.object({
  affiliateId: z.string(),
  referralCode: z.string(),
  referralUsername: z.string(),
  state: z.enum(['active', 'closed']),
  email: z.string(),
})
/**
 * Binds a user permanently to the referral they came through, in the transaction that creates the user. Of the claim
 * only the named affiliate is trusted.
 * @returns the outcome; a refusal is data, so that it never blocks a sign-up
 */
export async function bindReferral(
  tx: Tx,
  deps: BindingDeps,
  o: { userId: string; claim: ReferralClaim; address?: string | undefined },
): Promise<Tracked> {
  const { userId, claim } = o
  const found = await claimedBy(tx, claim)
  if (found === undefined) return refused(deps, userId, 'Invalid referral code')
  const click = await clickOf(tx, found.affiliateId, claim.clickId)
  const now = deps.now()
  const { windowMs } = deps.programme
  if (click !== null && now.getTime() - click.getTime() >= windowMs) {
    return refused(deps, userId, `This referral is more than ${windowMs / DAY_MS} days old`)
  }
  const newcomer = await activeUser(tx, { id: userId })
  if (newcomer === undefined) return refused(deps, userId, 'User not found')
  if (found.affiliateId === userId || canonicalAddress(found.email) === canonicalAddress(newcomer.email)) {
    await storeRefusal(tx, { userId, affiliateId: found.affiliateId, now })
    return refused(deps, userId, 'You cannot refer yourself')
  }
  const isNew = await insertReferral(tx, deps, { ...o, found, newcomer, click, now })
  if (!isNew) return { success: true, alreadyReferred: (await affiliateIdOf(tx, userId)) !== found.affiliateId }
  if (found.state === 'closed') deps.log.error({ userId, affiliateId: found.affiliateId }, 'Affiliate not found')
  return { success: true, alreadyReferred: false }
}

/** Binds a new user to the referral that their sign-up names; does nothing for a sign-up without one. */
export async function bindSignUp(
  tx: Tx,
  deps: BindingDeps,
  o: { userId: string; extras?: unknown; address?: string | undefined },
): Promise<void> {
  const claim = ReferralClaim.safeParse(o.extras)
  if (claim.success && o.extras !== undefined) await bindReferral(tx, deps, { ...o, claim: claim.data })
}

/** The response for an unknown code. */
export const NO_VISIT: Visit = { clickId: null, affiliateId: null, type: null }

/** How long after a redirect the next page may claim its visit, in milliseconds. */
const SAME_VISIT_MS = 10_000

/**
 * Identifies a visit by a code in the address. If `/{username}` has just redirected here, that visit is already
 * counted; two within seconds are interchangeable. A visit with an id stays as it is. Any other one is counted now.
 */
export async function recordVisit(
  q: Queryable,
  { code, clickId, at }: { code: string; clickId?: string | undefined; at: Date },
): Promise<Visit> {
  const known = z.uuid().safeParse(clickId)
  const row = await findRow(
    q,
    Visit,
    `with whose as (select user_id from affiliates where referral_code = $1 and state = 'active'),
     known as (
       select token from affiliate_clicks where token = $4 and affiliate_id = (select user_id from whose)),
     led as (
       update affiliate_clicks set is_named = true where id = (
         select id from affiliate_clicks where affiliate_id = (select user_id from whose)
           and clicked_at between $3 and $2 and not is_named and not exists (select 1 from known)
         order by clicked_at limit 1 for update skip locked)
       returning token),
     direct as (
       insert into affiliate_clicks (affiliate_id, clicked_at, is_named)
       select user_id, $2, true from whose
       where not exists (select 1 from led) and not exists (select 1 from known) returning token)
     select token as click_id, type, ${publicIdOf('user_id')} as affiliate_id
     from whose, (
       select token, null as type from known
       union all select token, 'username' from led
       union all select token, 'code' from direct) visit`,
    [normalizeCode(code) ?? '', at, new Date(at.getTime() - SAME_VISIT_MS), known.success ? known.data : null],
  )
  return row ?? NO_VISIT
}

/**
 * The username takes precedence over the code (spec §4). A banned affiliate is unknown; one who left is still known.
 */
async function claimedBy(tx: Tx, { username, code }: ReferralClaim): Promise<ClaimedAffiliate | undefined> {
  return findRow(
    tx,
    ClaimedAffiliate,
    `select a.user_id as affiliate_id, a.referral_code, n.username as referral_username, a.state,
       u.email
     from affiliates a
     join users u on u.id = a.user_id
     join affiliate_usernames n on n.affiliate_id = a.user_id and n.is_current
     left join affiliate_usernames asked on asked.affiliate_id = a.user_id and asked.username = $1
     where a.state <> 'banned' and (asked.username is not null or a.referral_code = $2)
     order by asked.username is null limit 1`,
    [normalizeUsername(username ?? ''), normalizeCode(code ?? '') ?? ''],
  )
}

const AtRow = z.object({ at: z.date() })

/** The time of the visit by our clock; null if no such visit belongs to this affiliate. */
async function clickOf(tx: Tx, affiliateId: string, clickId: string | undefined): Promise<Date | null> {
  const token = z.uuid().safeParse(clickId)
  if (!token.success) return null
  const row = await findRow(
    tx,
    AtRow,
    'select clicked_at as at from affiliate_clicks where token = $1 and affiliate_id = $2',
    [token.data, affiliateId],
  )
  return row?.at ?? null
}

/** @returns false if the user already is a referral */
async function insertReferral(
  tx: Tx,
  deps: BindingDeps,
  o: {
    userId: string
    found: ClaimedAffiliate
    newcomer: ActiveUser
    click: Date | null
    now: Date
    address?: string | undefined
  },
): Promise<boolean> {
  const { found, now } = o
  const isNear =
    o.address !== undefined &&
    // Everyone on one machine has this address: it proves nothing.
    !isLoopback(o.address) &&
    (await deps.hasUsedIp(tx, { userId: found.affiliateId, address: o.address }))
  const changed = await execute(
    tx,
    `insert into referrals (id, user_id, affiliate_id, referral_code, referral_username, clicked_at, created_at,
       counted_at, hold_reason, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $7) on conflict (user_id) do nothing`,
    [
      deps.newId(),
      o.userId,
      found.affiliateId,
      found.referralCode,
      found.referralUsername,
      o.click,
      now,
      o.newcomer.emailVerified ? now : null,
      isNear ? 'same_network' : null,
    ],
  )
  return changed === 1
}

const IdRow = z.object({ id: z.string() })

async function affiliateIdOf(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await findRow(tx, IdRow, 'select affiliate_id as id from referrals where user_id = $1', [userId])
  return row?.id
}

async function storeRefusal(tx: Tx, o: { userId: string; affiliateId: string; now: Date }): Promise<void> {
  await execute(
    tx,
    `insert into referral_refusals (user_id, affiliate_id, reason, created_at) values ($1, $2, 'self_referral', $3)`,
    [o.userId, o.affiliateId, o.now],
  )
}

function refused({ log }: BindingDeps, userId: string, error: string): Tracked {
  log.warn({ userId, error }, 'did not attribute a referral')
  return { success: false, error }
}
