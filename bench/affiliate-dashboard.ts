/**
 * The time to compute an affiliate's dashboard, for affiliates of three sizes in one table of a million commissions,
 * against the straightforward query: the same sums by calendar functions over the rows.
 *
 *     node bench/affiliate-dashboard.ts           minutes, most of them to insert the million rows
 *     node bench/affiliate-dashboard.ts 340000    a smaller table
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
import { startPostgres } from '#platform/server/database/postgres.ts'
import { median } from './measure.ts'

const SIZES = [1_000, 10_000, 100_000]
const EACH = 3
/** Total rows of `commissions`. */
const TOTAL = Number(process.argv[2] ?? 1_000_000)
/** Purchases per customer of the affiliate whose rows fill up the table. */
const FILLER_PURCHASES = 100
const RUNS = 21
/** Upper limit for the largest affiliate, in milliseconds. */
const LIMIT_MS = 100

/** For inserting only: the measurements run as the product does. */
const QUICK = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  shared_buffers: '512MB',
  maintenance_work_mem: '256MB',
  autovacuum: 'off',
}

const dataDir = await mkdtemp(join(tmpdir(), 'bench-affiliate-'))
await chmod(dataDir, 0o711)
try {
  await withDatabase(QUICK, async (db) => {
    await migrate(db)
    const begun = performance.now()
    await make(db)
    console.log(`${await countedRows(db)} rows inserted in ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
  })
  await withDatabase({}, async (db) => {
    for (const [n, size] of SIZES.entries()) console.log(await line(db, n, size))
  })
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function withDatabase(settings: Readonly<Record<string, string>>, work: (db: Db) => Promise<void>) {
  const server = await startPostgres({ dataDir, say: () => {}, settings })
  const db = openDatabase(server.url)
  try {
    await work(db)
  } finally {
    await closeDatabase(db)
    await server.stop()
  }
}

async function make(on: Db): Promise<void> {
  await withoutIndexes(on, async () => {
    for (const [n, size] of SIZES.entries()) await fill(on, { n, referrals: size, each: EACH })
    const mine = SIZES.reduce((sum, size) => sum + size * EACH, 0)
    const referrals = Math.ceil(Math.max(0, TOTAL - mine) / FILLER_PURCHASES)
    await fill(on, { n: SIZES.length, referrals, each: FILLER_PURCHASES })
  })
  await on.$client.query('vacuum analyze')
}

/**
 * Building an index over existing rows takes a tenth of the time of adding each row to it. References are not checked
 * meanwhile, since every row comes from a join; the triggers that maintain the sums run.
 */
async function withoutIndexes(on: Db, work: () => Promise<void>): Promise<void> {
  const { rows } = await on.$client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename in ('commissions', 'referrals')
       and not exists (select 1 from pg_constraint where conname = indexname)`,
  )
  for (const { name } of rows) await on.$client.query(`drop index ${name}`)
  for (const table of ['commissions', 'referrals']) await on.$client.query(`alter table ${table} disable trigger all`)
  await on.$client.query('alter table commissions enable trigger commissions_summed_insert')
  await work()
  for (const table of ['commissions', 'referrals']) await on.$client.query(`alter table ${table} enable trigger all`)
  for (const { definition } of rows) await on.$client.query(definition)
}

async function countedRows(on: Db): Promise<string> {
  const { rows } = await on.$client.query<{ rows: number }>('select count(*)::int as rows from commissions')
  return (rows[0]?.rows ?? 0).toLocaleString('en')
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
    db: on,
    log: silentLog(),
    now: () => new Date(),
    newId: () => '',
    publicUrl: 'https://wordpop.example',
    programme: { ...DEFAULT_PROGRAMME, termsVersion: '' },
    mail: { send: async () => {} },
    optionalMail: { send: async () => {} },
    emailOf: async () => undefined,
    hasUsedIp: async () => false,
    usersByCardHash: async () => [],
    requireReauthentication: async () => {},
    lockSession: async () => {},
    consumeRateLimit: async () => ({ allowed: true, retryAfter: null }),
  }
  const caller = { userId: affiliateId(n), email: '' }
  return call(referralsProcedures(deps).dashboard, undefined, { context: { caller, requestId: '' } })
}

/** Checks that the stored sums equal those of the rows. */
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

/** Inserts an affiliate with this many referrals, each with this many commissions, spread over two years. */
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
