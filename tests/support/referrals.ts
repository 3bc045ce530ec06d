import { randomBytes, randomUUID } from 'node:crypto'
import { emailOf, openOptionalMails } from '#features/accounts/server/index.ts'
import { type BillingEvent, usersByCardHash } from '#features/billing/server/index.ts'
import { codeFrom, DEFAULT_PROGRAMME, type Programme, type ReferralClaim } from '#features/referrals/model/index.ts'
import {
  applicationDecisions,
  bindReferral,
  commissionDecisions,
  payouts,
  recordPayment,
  type ReferralsDeps,
  referralsProcedures,
  runReferralsMaintenance,
} from '#features/referrals/server/index.ts'
import { type Db, transaction } from '#platform/server/db.ts'
import { silentLog } from '#platform/server/log.ts'
import type { Mail } from '#platform/server/mail.ts'

/** A test invoice. Amounts in cents without tax. */
export type Invoice = { id?: string; userId: string; net?: number; currency?: string; paidAtMs?: number }

/** The affiliate programme on a real database, with a clock the test moves. */
export function startProgramme(db: Db, programme: Partial<Programme> = {}) {
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') }
  const mails: Mail[] = []
  const keys = new Set<string>()
  const publicUrl = 'https://wordpop.example'
  const mail: ReferralsDeps['mail'] = {
    async send(_tx, { key, ...sent }) {
      if (key !== undefined && keys.has(key)) return
      if (key !== undefined) keys.add(key)
      mails.push(sent)
    },
  }
  const deps: ReferralsDeps = {
    db,
    log: silentLog(),
    now: () => new Date(clock.now),
    newId: randomUUID,
    emailOf,
    publicUrl,
    programme: { ...DEFAULT_PROGRAMME, termsVersion: '2026-11-21', ...programme },
    mail,
    optionalMail: openOptionalMails({ mail, publicUrl, secret: 'of this test' }),
    hasUsedIp: async (_tx, { address }) => address === '203.0.113.7',
    usersByCardHash,
    requireReauthentication: async () => {},
    lockSession: async () => {},
    consumeRateLimit: async () => ({ allowed: true, retryAfter: null }),
  }
  return {
    clock,
    deps,
    mails,
    procedures: referralsProcedures(deps),
    affiliates: applicationDecisions(deps),
    decisions: commissionDecisions(deps),
    payouts: payouts(deps),
    maintenance: () => runReferralsMaintenance(deps),
    person: (o: { email?: string; isVerified?: boolean } = {}) => insertPerson(db, o),
    affiliate: (o: { email?: string } = {}) => insertAffiliate(db, o),
    /** Sets an affiliate's payout method: PayPal, from 50 dollars on. */
    payByPaypal: (affiliateId: string) => insertPaypal(db, affiliateId),
    bind: (userId: string, claim: ReferralClaim, address?: string) =>
      transaction(db, (tx) => bindReferral(tx, deps, { userId, claim, address })),
    pay: (invoice: Invoice) => transaction(db, (tx) => recordPayment(tx, deps, bought(clock, invoice))),
    /** @param refunded cumulative refund @param revision order of the event; by default a larger sum is newer */
    refund: (invoice: Invoice, refunded: number, revision = refunded) =>
      transaction(db, (tx) =>
        recordPayment(tx, deps, {
          ...bought(clock, invoice),
          type: 'billing.refunded',
          refunded,
          refundedNet: refunded,
          revision,
        }),
      ),
    /** @param revision order of the event; by default `open` is first and `lost` last */
    dispute: (invoice: Invoice, dispute: 'open' | 'won' | 'lost', revision = REVISIONS[dispute]) =>
      transaction(db, (tx) =>
        recordPayment(tx, deps, { ...bought(clock, invoice), type: 'billing.disputed', dispute, revision }),
      ),
    contextOf: (userId: string) => ({
      context: { caller: { userId, email: `${userId}@example.com` }, requestId: '' },
    }),
    /** The commissions of an invoice, sales first. */
    async commissionsOf(invoiceId: string): Promise<{ kind: string; net: number; state: string }[]> {
      const { rows } = await db.$client.query<{ kind: string; net: number; state: string }>(
        `select kind, amount - reversed as net, state from commissions where invoice_id = $1
         order by kind desc, created_at, amount desc`,
        [invoiceId],
      )
      return rows
    },
  }
}

const REVISIONS: Readonly<Record<'open' | 'won' | 'lost', number>> = { open: 1, won: 2, lost: 3 }

function bought(
  clock: { now: number },
  { id = randomUUID(), userId, net = 1_200, currency = 'usd', paidAtMs }: Invoice,
) {
  return {
    type: 'billing.purchase-completed' as const,
    userId,
    invoiceId: id,
    provider: 'test' as const,
    currency,
    amountPaid: net,
    tax: 0,
    net,
    paidAtMs: paidAtMs ?? clock.now,
    item: { kind: 'plan', plan: 'basic', interval: 'month' } as const,
    productName: 'Basic, a month',
    card: null,
  } satisfies BillingEvent
}

async function insertPerson(
  db: Db,
  { email = `${randomUUID()}@example.com`, isVerified = true }: { email?: string; isVerified?: boolean },
): Promise<string> {
  const id = randomUUID()
  await db.$client.query('insert into users (id, email, display_name, email_verified) values ($1, $2, $3, $4)', [
    id,
    email,
    'Dana',
    isVerified,
  ])
  return id
}

async function insertAffiliate(db: Db, o: { email?: string }) {
  const id = await insertPerson(db, o)
  const code = codeFrom(randomBytes(8))
  const username = `a${id.slice(0, 12)}`
  await db.$client.query('insert into affiliates (user_id, referral_code, terms_accepted_at) values ($1, $2, now())', [
    id,
    code,
  ])
  await db.$client.query('insert into affiliate_usernames (username, affiliate_id) values ($1, $2)', [username, id])
  return { id, code, username }
}

async function insertPaypal(db: Db, affiliateId: string): Promise<void> {
  await db.$client.query(
    `insert into payout_settings (affiliate_id, method, country, tax_residency, threshold_cents, updated_at)
     values ($1, '{"kind":"paypal","email":"ada@example.com"}', 'DE', 'DE', 5000, now())`,
    [affiliateId],
  )
}
