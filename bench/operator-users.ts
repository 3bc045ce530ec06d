/**
 * What an operator waits for on a site of 10,000 users with 100,000 videos, exports and mails, 200,000 jobs and 100,000
 * entries of the audit log, over HTTP: the list of users and the log by searches, filters and orders, what every other
 * page loads, the page of one user, and every decision about one; in milliseconds. Last, the same search as `ilike`, in
 * SQL.
 *
 *     node bench/operator-users.ts
 */
import { randomUUID } from 'node:crypto'
import { execute } from '#platform/server/rows.ts'
import { fillSite } from './operator-rows.ts'
import { openSite, type SignedUp, signUp } from './site.ts'

/** Upper limit of the 95th percentile, in milliseconds. */
const LIMIT_MS = 300
const RUNS = 60
const OPERATOR = 'operator@example.com'
/** What every other page loads at first. */
const PAGES: Readonly<Record<string, Readonly<Record<string, object | undefined>>>> = {
  'the overview': { health: undefined, trends: { days: 90 } },
  'jobs that failed': { jobs: { state: 'failed' } },
  'jobs that wait': { jobs: { state: 'queued' } },
  'jobs that are done': { jobs: { state: 'done' } },
  'exports that are done': { jobs: { state: 'done', kind: 'rendering.render' } },
  payments: { allPayments: {} },
  'payments refunded': { allPayments: { only: 'refunded' } },
  'payments disputed': { allPayments: { only: 'disputed' } },
  mail: { mailState: undefined, failedMails: {}, suppressions: {} },
  'alerts, operators': { alerts: undefined, operators: undefined },
  speech: { speech: undefined },
  'reports, blocked': { reports: {}, blockedAddresses: {} },
  affiliates: { affiliates: {}, applications: undefined },
  'an affiliate by a part of the name': { affiliates: { search: '7f3a' } },
  commissions: { commissions: {} },
  'commissions of a rare state': { commissions: { state: 'paid' } },
  payouts: { payoutBatches: undefined, closedBalances: undefined },
  'the site, sign-in': { siteSettings: undefined, siteVersions: {}, policies: undefined, signInProviders: undefined },
}
/** Everything that the page of a user loads. */
const PAGE = [
  'user',
  'userTerms',
  'creditHistory',
  'payments',
  'userExports',
  'userSessions',
  'userTeam',
  'reports',
  'actions',
]
const reason = 'A reason of the bench'
const contract = { plan: 'pro', endsAt: null, creditsPerMonth: null, limits: {} }
/** Each decision about a user, in an order in which none is refused. */
const DECISIONS: readonly (readonly [name: string, procedure: string, input: (user: User) => object])[] = [
  ['confirms an address', 'decideUser', () => ({ decision: 'verify', reason })],
  ['suspends', 'decideUser', () => ({ decision: 'suspend', reason })],
  ['reinstates', 'decideUser', () => ({ decision: 'reinstate', reason })],
  ['ends sessions', 'decideUser', () => ({ decision: 'end-sessions', reason })],
  ['lowers limits', 'lowerLimits', () => ({ limits: { jobsInLine: 1 }, reason })],
  ['agrees a contract', 'saveContract', () => ({ contractId: null, contract, reason })],
  ['revokes it', 'revokeContract', () => ({ reason })],
  ['adjusts credits', 'adjustCredits', () => ({ credits: 5, key: randomUUID(), reason })],
  ['leaves a note', 'addNote', () => ({ note: reason })],
  ['downloads the data', 'exportUser', () => ({ reason })],
  ['erases', 'eraseUser', ({ email }) => ({ confirm: email, reason })],
]
type User = { readonly id: string; readonly email: string }

const site = await openSite({ OPERATORS: OPERATOR })
try {
  const operator = await signUp(site.url, OPERATOR)
  await execute(site.db, 'update users set email_verified = true')
  await fillSite(site.db, { operator: OPERATOR })
  const [{ id: userId } = { id: '' }] = await usersLike('person-5001@%')
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
  const unconfirmed = await usersLike('person-%7_0@%')
  for (const [name, procedure, input] of DECISIONS) {
    const left = unconfirmed.values()
    const decide = (user: User) => ask(operator, procedure, { userId: user.id, ...input(user) })
    slowest.push(await report(name, async () => decide(left.next().value ?? { id: '', email: '' })))
  }
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

async function usersLike(pattern: string): Promise<User[]> {
  const { rows } = await site.db.$client.query<User>(
    'select id, email from users where email like $1 and suspended_at is null order by email',
    [pattern],
  )
  return rows
}
