import { z } from 'zod'
import { Affiliate } from '#features/referrals/model/index.ts'
import type { Db } from '#platform/server/db.ts'
import { startProgramme } from '../../tests/support/referrals.ts'
import { ask, type DemoPerson, demoPerson, type DemoSite, once } from './demo-site.ts'

/** Months of history, including the current one. */
const MONTHS = 8
const DAY_MS = 86_400_000
/** The longest month, so that no two end in the same one: a calendar month has one payout. */
const MONTH_MS = 31 * DAY_MS
/** Net prices of referred customers' purchases, in cents: monthly plans and a pack. */
const PRICES = [1_200, 2_900, 6_900, 3_500] as const

/**
 * An affiliate with months of visits, sign-ups, sales, a refund and payouts, and a new affiliate: `affiliate@` and
 * `newaffiliate@`.
 */
export async function makeProgramme(site: DemoSite): Promise<{ affiliate: DemoPerson; newcomer: DemoPerson }> {
  const affiliate = await demoPerson(site, 'affiliate')
  const newcomer = await demoPerson(site, 'newaffiliate')
  await once(site.db, 'affiliates', async () => {
    await join(affiliate, 'demo')
    await join(newcomer, 'demo-new')
    const method = { kind: 'paypal', email: 'affiliate@wordpop.example' }
    await ask(affiliate, 'referrals/savePayoutSettings', { method, country: 'DE', taxResidency: 'DE' })
    await site.db.$client.query('update payout_settings set frozen_until = null where affiliate_id = $1', [
      affiliate.id,
    ])
    await site.db.$client.query('update affiliates set created_at = $2 where user_id = $1', [
      affiliate.id,
      new Date(Date.now() - MONTHS * MONTH_MS),
    ])
  })
  await once(site.db, 'affiliate history', () => makeHistory(site.db, affiliate))
  return { affiliate, newcomer }
}

async function join(person: DemoPerson, username: string): Promise<void> {
  const form = { username, channel: 'A channel about cooking', country: 'DE', acceptsTerms: true }
  await ask(person, 'referrals/join', form)
}

/** Runs through the months with the programme's real rules and a manual clock. */
async function makeHistory(db: Db, affiliate: DemoPerson): Promise<void> {
  const { referralCode } = Affiliate.parse(await ask(affiliate, 'referrals/affiliate'))
  const programme = startProgramme(db)
  const customers: string[] = []
  for (let month = MONTHS - 1; month >= 0; month -= 1) {
    const now = Date.now() - month * MONTH_MS
    programme.clock.now = now
    for (let visit = 0; visit < 12 + customers.length * 3; visit += 1)
      await insertVisit(db, affiliate.id, now - visit * (DAY_MS / 2))
    for (let sale = 0; sale < 2; sale += 1) {
      const email = `customer-${customers.length + 1}@wordpop.example`
      const id = await programme.person({ email, isVerified: true })
      await programme.bind(id, { code: referralCode })
      customers.push(id)
    }
    for (const [at, userId] of customers.entries()) {
      const net = PRICES[at % PRICES.length] ?? PRICES[0]
      const invoice = { id: `demo-${month}-${at}`, userId, net, paidAtMs: now - at * DAY_MS }
      if (at % 5 !== 4) await programme.pay(invoice)
      if (at === 1 && month === 3) await programme.refund(invoice, net)
      if (at === 2 && month === 0) await programme.dispute(invoice, 'open')
    }
    await programme.maintenance()
    await payOut(db, programme, { isLast: month === 0 })
  }
  // A new user who has not confirmed the address yet.
  await programme.bind(await programme.person({ email: 'waiting@wordpop.example', isVerified: false }), {
    code: referralCode,
  })
}

/** Pays what the month prepared; the last month's payout waits for the operator. */
async function payOut(
  db: Db,
  programme: ReturnType<typeof startProgramme>,
  { isLast }: { isLast: boolean },
): Promise<void> {
  await programme.payouts.prepare()
  if (isLast) return
  const { rows } = await db.$client.query("select id from payouts where state = 'prepared'")
  for (const { id } of z.array(z.object({ id: z.string() })).parse(rows)) {
    await programme.payouts.approve(id, 'operator@wordpop.example')
    await programme.payouts.markPaid(id, `DEMO-${id.slice(0, 8)}`)
  }
}

async function insertVisit(db: Db, affiliateId: string, at: number): Promise<void> {
  await db.$client.query('insert into affiliate_clicks (affiliate_id, clicked_at, is_named) values ($1, $2, true)', [
    affiliateId,
    new Date(at),
  ])
}
