import { expect, test } from 'vitest'
import { countTrends, readTrends } from '#features/operations/server/index.ts'
import { TREND_COUNTERS } from './operations.ts'
import { testProduct } from '../../../tests/support/product.ts'

const site = await testProduct({ settings: { OPERATORS: 'olga@example.com' } })
const { db } = site
const operator = site.browser()
await operator.signUp({ email: 'olga@example.com' })
const DAY_MS = 86_400_000
const START = Date.UTC(2026, 4, 1, 10)
await db.$client.query('update users set email_verified = true, created_at = $1', [new Date(START)])
const OWNER = '00000000-0000-4000-8000-000000000001'

test('before the first count there are days without figures', async () => {
  const { days, countedAt, failures } = await trends(7)
  expect(days).toHaveLength(14)
  expect(days.at(-1)).toEqual({ day: '2026-05-01', values: {} })
  expect({ countedAt, failures }).toEqual({ countedAt: null, failures: [] })
})

test('counts what happened today and on earlier days', async () => {
  await addJob({ daysAgo: 0, waited: 4, worked: 10 })
  await addJob({ daysAgo: 0, waited: 2, worked: 20 })
  await addJob({ daysAgo: 1, waited: 8, worked: 5, state: 'failed', problem: 'The file is damaged.' })
  await addJob({
    daysAgo: 1,
    waited: 8,
    worked: 5,
    state: 'failed',
    problem: 'The file is damaged.',
    owner: 'system:x',
  })
  await addMail(1)
  await countAt(0)
  const { days, countedAt, failures } = await trends(7)
  expect(countedAt).toBe('2026-05-01T10:00:00.000Z')
  expect(days.at(-1)?.values).toEqual({
    signUps: 1,
    activeCreators: 1,
    uploads: 0,
    captionedMs: 0,
    exports: 0,
    paidCents: 0,
    waitMedianMs: 3_000,
    waitSlowMs: expect.closeTo(3_900, 3),
    failedJobs: 0,
    workedMs: 30_000,
    storedBytes: 0,
    sentMails: 0,
  })
  // Nobody knows what was stored yesterday; the product's own jobs are no creators.
  expect(days.at(-2)?.values).toMatchObject({ activeCreators: 1, waitMedianMs: 8_000, failedJobs: 2, sentMails: 1 })
  expect(days.at(-2)?.values).not.toHaveProperty('storedBytes')
  expect(failures).toEqual([{ job: 'media.prepare', problem: 'The file is damaged.', count: 2 }])
})

test('counts again after ten minutes', async () => {
  await addMail(0)
  await countAt(9)
  expect((await trends(7)).days.at(-1)?.values.sentMails).toBe(0)
  await countAt(10)
  expect((await trends(7)).days.at(-1)?.values.sentMails).toBe(1)
})

test('figures of a day that is over stay when what they counted is deleted', async () => {
  await db.$client.query('delete from jobs')
  await countAt(30)
  expect((await trends(7)).days.at(-2)?.values).toMatchObject({ activeCreators: 1, failedJobs: 2 })
})

test('a day is counted once more when the next one has begun, and no day is left out', async () => {
  await addMail(-1)
  await countAt(3 * 24 * 60)
  const { days } = await readTrends(db, 7, new Date(START + 3 * DAY_MS))
  expect(days.slice(-4).map(({ values }) => values.sentMails)).toEqual([1, 1, 0, 0])
})

test('two workers that count at once count once', async () => {
  await Promise.all([countAt(5 * 24 * 60), countAt(5 * 24 * 60), countAt(5 * 24 * 60)])
  const { days } = await readTrends(db, 7, new Date(START + 5 * DAY_MS))
  expect(days.every(({ values }) => values.signUps !== undefined)).toBe(true)
})

test('the worker counts, and an operator reads whole ranges', async () => {
  await site.product.maintenance()
  const { output } = await operator.call('operator/trends', { days: 90 })
  expect(output).toMatchObject({ days: expect.objectContaining({ length: 180 }) })
  expect((await operator.call('operator/trends', { days: 8 })).status).toBe(422)
})

test('each count finds its rows by an index', async () => {
  const { rows } = await db.$client.query<{ name: string }>(
    `select indexname as name from pg_indexes where schemaname = 'public'`,
  )
  const names = rows.map(({ name }) => name)
  await db.$client.query('set enable_seqscan = off')
  for (const [index, sql] of Object.entries(COUNTS)) {
    expect(names).toContain(index)
    const plan = await db.$client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`)
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index)
  }
  await db.$client.query('reset enable_seqscan')
})

const SPAN = `>= '2026-05-01' and`
const COUNTS = {
  users_by_sign_up: `select count(*) from users where created_at ${SPAN} created_at < '2026-05-02'`,
  projects_by_age: `select count(*) from projects where created_at ${SPAN} created_at < '2026-05-02'`,
  transcriptions_done: `select count(*) from transcriptions where state = 'done' and finished_at ${SPAN} finished_at < '2026-05-02'`,
  renders_done: `select count(*) from renders where state = 'done' and finished_at ${SPAN} finished_at < '2026-05-02'`,
  jobs_ended: `select count(*) from jobs where finished_at ${SPAN} finished_at < '2026-05-02'`,
  outbox_sent: `select count(*) from outbox where state = 'sent' and settled_at ${SPAN} settled_at < '2026-05-02'`,
  billing_invoices_newest: `select sum(amount_paid) from billing_invoices where paid_at ${SPAN} paid_at < '2026-05-02'`,
}

type AddedJob = {
  daysAgo: number
  waited: number
  worked: number
  state?: string
  problem?: string
  owner?: string
}

/** Adds a job that ended at noon; times in seconds. */
async function addJob({ daysAgo, waited, worked, state = 'done', problem, owner = OWNER }: AddedJob) {
  const started = noon(daysAgo)
  const times = [started - waited * 1_000, started, started + worked * 1_000].map((at) => new Date(at))
  await db.$client.query(
    `insert into jobs (id, name, owner_id, subject_id, payload, state, problem, attempt, created_at, started_at, finished_at)
     values (gen_random_uuid(), 'media.prepare', $1, 'p', '{}', $2, $3, 1, $4, $5, $6)`,
    [owner, state, problem ?? null, ...times],
  )
}

async function addMail(daysAgo: number) {
  await db.$client.query(
    `insert into outbox (id, recipient, subject, state, settled_at)
     values (gen_random_uuid(), 'ada@example.com', 'Hello', 'sent', $1)`,
    [new Date(noon(daysAgo))],
  )
}

/** Noon of a day, in milliseconds. @param daysAgo before the day of `START` */
function noon(daysAgo: number): number {
  return Date.UTC(2026, 4, 1 - daysAgo, 12)
}

function countAt(minutes: number): Promise<void> {
  return countTrends({ db, now: () => new Date(START + minutes * 60_000), counters: TREND_COUNTERS })
}

function trends(range: 7 | 30 | 90) {
  return readTrends(db, range, new Date(START))
}
