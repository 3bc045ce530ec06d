/**
 * How long an affiliate's dashboard takes to work out, for affiliates of three sizes in one table of a million
 * commissions; against the same sums by calendar functions over the rows, as one would write them first.
 *
 *     node bench/affiliate-dashboard.ts
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call } from '@orpc/server'
import { DEFAULT_PROGRAMME } from '#features/referrals/model/index.ts'
import { type ReferralsDeps, referralsProcedures } from '#features/referrals/server/index.ts'
import { closeDatabase, type Db, openDatabase } from '#platform/server/db.ts'
import { silentLog } from '#platform/server/log.ts'
import { migrate } from '#platform/server/migrations.ts'
import { startPostgres } from '#platform/server/postgres.ts'
import { median } from './measure.ts'

const SIZES = [1_000, 10_000, 100_000]
const EACH = 3
const TOTAL = 1_000_000
const RUNS = 21
/** The most the largest may take, in milliseconds. */
const LIMIT_MS = 100

const dataDir = await mkdtemp(join(tmpdir(), 'bench-affiliate-'))
await chmod(dataDir, 0o711)
const server = await startPostgres({ dataDir, say: () => {} })
const db = openDatabase(server.url)
try {
  await migrate(db)
  for (const [n, size] of SIZES.entries()) await fill(db, { n, referrals: size, each: EACH })
  const mine = SIZES.reduce((sum, size) => sum + size * EACH, 0)
  await fill(db, { n: SIZES.length, referrals: Math.ceil((TOTAL - mine) / 100), each: 100 })
  await db.$client.query('vacuum analyze')
  for (const [n, size] of SIZES.entries()) console.log(await line(db, n, size))
} finally {
  await closeDatabase(db)
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function line(on: Db, n: number, size: number): Promise<string> {
  const ours = await timed(() => dashboard(on, n))
  const calendar = await timed(() => byCalendar(on, n))
  await requireExact(on, n)
  const isSlow = size === SIZES.at(-1) && ours > LIMIT_MS
  if (isSlow) process.exitCode = 1
  return [
    `${size.toLocaleString('en')} referrals, ${(size * EACH).toLocaleString('en')} commissions:`,
    `dashboard ${ours.toFixed(1)} ms, the sums alone by calendar ${calendar.toFixed(1)} ms`,
    ...(isSlow ? [`(more than ${LIMIT_MS} ms)`] : []),
  ].join(' ')
}

/** The median of warm runs, in milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS + 2; run += 1) {
    const begun = performance.now()
    await work()
    if (run >= 2) times.push(performance.now() - begun)
  }
  return median(times)
}

function dashboard(on: Db, n: number): Promise<unknown> {
  const deps: ReferralsDeps = {
    ...{ db: on, log: silentLog(), now: () => new Date(), newId: () => '', publicUrl: 'https://wordpop.example' },
    programme: { ...DEFAULT_PROGRAMME, termsVersion: '' },
    mail: { send: async () => {} },
    emailOf: async () => undefined,
    wasSeenAt: async () => false,
    requireProof: async () => {},
    count: async () => ({ allowed: true, retryAfter: null }),
  }
  const caller = { userId: affiliateId(n), email: '' }
  return call(referralsProcedures(deps).dashboard, undefined, { context: { caller, requestId: '' } })
}

/** The sums that the dashboard reads are those of the rows. */
async function requireExact(on: Db, n: number): Promise<void> {
  const { rows } = await on.$client.query<{ kept: string; rows: string }>(
    `select (select sum(net) from commission_sums where affiliate_id = $1) as kept,
       (select sum(amount - reversed) from commissions where affiliate_id = $1) as rows`,
    [affiliateId(n)],
  )
  if (rows[0]?.kept !== rows[0]?.rows) throw new Error(`the sums have drifted: ${JSON.stringify(rows)}`)
}

async function byCalendar(on: Db, n: number): Promise<void> {
  await on.$client.query(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, user_type, count(*)
     from referrals where affiliate_id = $1 group by 1, 2`,
    [affiliateId(n)],
  )
  await on.$client.query(
    `select to_char(purchased_at at time zone 'UTC', 'YYYY-MM') as month, state, sum(amount - reversed), max(updated_at)
     from commissions where affiliate_id = $1 group by 1, 2`,
    [affiliateId(n)],
  )
}

/** An affiliate with as many referrals, each with as many commissions, spread over two years. */
async function fill(on: Db, o: { n: number; referrals: number; each: number }): Promise<void> {
  const id = affiliateId(o.n)
  await on.$client.query('insert into users (id, email) values ($1, $2)', [id, `affiliate-${o.n}@example.com`])
  await on.$client.query('insert into affiliates (user_id, referral_code, terms_accepted_at) values ($1, $2, now())', [
    id,
    `AAAAAAA${o.n}`,
  ])
  await on.$client.query(
    `with people as (
       insert into users (id, email) select gen_random_uuid(), $1 || '-' || n || '@example.com'
       from generate_series(1, $2::int) n returning id)
     insert into referrals (id, user_id, affiliate_id, referral_code, referral_username, status, user_type, created_at,
       counted_at, conversion_date, updated_at)
     select id, id, $3::uuid, '', '', 'converted', 'paid', at, at, least(at + interval '20 days', now()), at
     from (select id, now() - (hashtext(id::text) & 1023) / 1024.0 * interval '730 days' as at from people) people`,
    [`person-${o.n}`, o.referrals, id],
  )
  await on.$client.query(
    `insert into commissions (id, referral_id, affiliate_id, kind, provider, invoice_id, currency, product_name, base,
       bps, amount, state, purchased_at, approves_at, approved_at, paid_at, created_at, updated_at)
     select gen_random_uuid(), r.id, r.affiliate_id, 'sale', 'test', r.id || '-' || n, 'usd', 'Pro, a month', 2900, 4000,
       1160, state, at, at, at, case when state = 'paid' then at end, at, at
     from referrals r cross join generate_series(1, $2::int) n
     cross join lateral (
       select r.created_at + (now() - r.created_at) * ((hashtext(r.id || '-' || n) & 1023) / 1024.0) as at,
         (array['pending', 'approved', 'paid', 'paid'])[1 + n % 4] as state) made
     where r.affiliate_id = $1`,
    [id, o.each],
  )
}

function affiliateId(n: number): string {
  return `0b000000-0000-4000-8000-00000000000${n}`
}
