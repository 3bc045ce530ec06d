/**
 * What an operator waits for on a site of 10,000 users with 100,000 videos and entries of the audit log, over HTTP: the
 * list of users and the log by searches, filters and orders, what every other page loads, the page of one user, and a
 * decision; in milliseconds. Last, the same search as `ilike`, in SQL.
 *
 *     node bench/operator-users.ts
 */
import type { Db } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import { openSite, type SignedUp, signUp } from './site.ts'

/** Upper limit of the 95th percentile, in milliseconds. */
const LIMIT_MS = 300
const RUNS = 60
const OPERATOR = 'operator@example.com'
/** What every other page loads at first. */
const PAGES: Readonly<Record<string, Readonly<Record<string, object | undefined>>>> = {
  'the overview': { health: undefined, trends: { days: 90 } },
  jobs: { jobs: { state: 'failed' } },
  mail: { mailState: undefined, failedMails: {}, suppressions: {} },
  'alerts, operators': { alerts: undefined, operators: undefined },
  speech: { speech: undefined },
  'reports, blocked': { reports: {}, blockedAddresses: {} },
  affiliates: { affiliates: {}, applications: undefined, commissions: {}, payoutBatches: undefined },
  'the site, sign-in': { siteSettings: undefined, siteVersions: {}, policies: undefined, signInProviders: undefined },
}
/** Everything that the page of a user loads. */
const PAGE = ['user', 'creditHistory', 'payments', 'userExports', 'userSessions', 'userTeam', 'actions']

const site = await openSite({ OPERATORS: OPERATOR })
try {
  const operator = await signUp(site.url, OPERATOR)
  await execute(site.db, 'update users set email_verified = true')
  await fill(site.db)
  const userId = await someUser(site.db)
  const lists = {
    'all users': {},
    'a rare part of a name': { search: '7f3a' },
    'a part that everybody has': { search: 'example' },
    'one letter': { search: 'a' },
    'a plan, by storage': { plan: 'pro', order: 'storage' },
    'suspended, last seen': { state: 'suspended', order: 'seen' },
  }
  const logs = {
    'the audit log': {},
    'a rare part of a reason': { search: 'reason 7777' },
    'a part that every entry has': { search: 'example' },
    'an operator, one day': { operator: OPERATOR, from: '2026-01-01', until: '2026-01-01' },
    'a person concerned': { person: 'person-5000@example.com' },
    'a rare kind': { kind: 'site' },
  }
  const slowest: number[] = []
  for (const [name, input] of Object.entries(lists))
    slowest.push(await report(name, () => ask(operator, 'users', input)))
  for (const [name, input] of Object.entries(logs))
    slowest.push(await report(name, () => ask(operator, 'actions', input)))
  for (const [name, procedures] of Object.entries(PAGES))
    slowest.push(
      await report(name, () =>
        Promise.all(Object.entries(procedures).map(([each, input]) => ask(operator, each, input))),
      ),
    )
  slowest.push(await report('the operators of the log', () => ask(operator, 'actionOperators')))
  slowest.push(
    await report('the page of one user', () =>
      Promise.all(PAGE.map((procedure) => ask(operator, procedure, { userId, subjectId: userId }))),
    ),
  )
  slowest.push(await report('a note', () => ask(operator, 'addNote', { userId, note: 'A note of the bench' })))
  const sql = `select id from users where display_name ilike $1 or email ilike $1 order by created_at desc limit 26`
  await report('for comparison, ilike in SQL', () => execute(site.db, sql, ['%7f3a%']))
  if (Math.max(...slowest) > LIMIT_MS) process.exitCode = 1
} finally {
  await site.close()
}

async function ask({ cookies }: SignedUp, procedure: string, input?: object): Promise<void> {
  const answer = await fetch(`${site.url}/api/rpc/operator/${procedure}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: site.url,
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    },
    body: JSON.stringify({ json: input }),
  })
  if (!answer.ok) throw new Error(`${procedure} answered ${answer.status}: ${await answer.text()}`)
  await answer.text()
}

/** Prints the median and the 95th percentile. @returns the latter, in milliseconds */
async function report(name: string, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const begun = performance.now()
    await work()
    times.push(performance.now() - begun)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const [p50 = Number.NaN, p95 = Number.NaN] = [0.5, 0.95].map((share) => sorted[Math.floor(share * RUNS)])
  console.log(`${name}: median ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`)
  return p95
}

async function someUser(db: Db): Promise<string> {
  const { rows } = await db.$client.query<{ id: string }>(`select id from users where email like 'person-5000@%'`)
  return rows[0]?.id ?? ''
}

async function fill(db: Db): Promise<void> {
  await execute(
    db,
    `insert into users (id, email, display_name, plan, created_at, last_seen_at, suspended_at)
     select gen_random_uuid(), 'person-' || n || '@example.com', 'Person ' || md5(n::text),
       case when n % 20 = 0 then 'pro' else 'free' end, now() - n * interval '1 hour', now() - n % 400 * interval '1 day',
       case when n % 500 = 0 then now() end
     from generate_series(1, 10000) as n`,
  )
  await execute(
    db,
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe)
     select gen_random_uuid(), u.id::text, 'Clip', 'prepared', 1000000 * n, repeat('0', 64), '{}'
     from users u, generate_series(1, 10) as n`,
  )
  await execute(
    db,
    `insert into operator_actions (operator_id, operator_email, action, subject_kind, subject_id, about, reason, person_id, at)
     select u.id, $1, case when n % 1000 = 0 then 'site.settings' when n % 5 = 0 then 'user.note' else 'user.view' end,
       'user', u.id::text, u.email, 'reason ' || n, u.id, now() - n * interval '10 minutes'
     from generate_series(1, 100000) as n join users u on u.email = 'person-' || 1 + n % 10000 || '@example.com'`,
    [OPERATOR],
  )
  await execute(db, 'analyze')
}
