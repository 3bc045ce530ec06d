import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { closeDatabase, openDatabase, transaction } from '#platform/server/db.ts'
import { openFileStore } from '#platform/server/files.ts'
import { openJobQueue, SYSTEM_OWNER } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { z } from 'zod'
import { testDatabase } from '../../../../tests/support/database.ts'
import type { Part } from '../model/index.ts'
import { byAge, type Checks, productChecks } from './checks.ts'
import { runChecks } from './run-checks.ts'
import { storeHeartbeat, deleteHeartbeat } from './heartbeats.ts'
import { openStatus } from './status.ts'

const { db, url } = await testDatabase()
const log = silentLog()
const fine = async () => ({ state: 'operational' as const, note: null })
const FINE: Checks = { web: fine, database: fine, worker: fine, storage: fine, queue: fine }

beforeEach(() => db.$client.query('truncate status_minutes, status_checks, status_days, heartbeats, jobs'))

test('checks a minute once, for any number of web processes', async () => {
  const { clock, open } = start()
  const processes = [open(), open(), open()]
  await Promise.all(processes.map(({ watch }) => watch.checkMinute()))
  expect(processes.reduce((sum, { looks }) => sum + looks.count, 0)).toBe(1)
  clock.now += 60_000
  await Promise.all(processes.map(({ watch }) => watch.checkMinute()))
  expect(processes.reduce((sum, { looks }) => sum + looks.count, 0)).toBe(2)
  expect(await daysOf('web')).toEqual([{ day: '2026-11-21', operational: 2, degraded: 0, down: 0 }])
})

test('counts findings for their day and shows the newest', async () => {
  const { clock, open } = start()
  const late = async () => ({ state: 'degraded' as const, note: 'Videos wait longer than usual.' })
  await open().watch.checkMinute()
  clock.now += 60_000
  await open({ ...FINE, queue: late }).watch.checkMinute()

  const status = await open().watch.read()
  expect(status).toMatchObject({ checkedAt: '2026-11-21T12:01:00.000Z', historyKnown: true })
  expect(status.parts.map(({ part, state }) => [part, state])).toEqual([
    ['web', 'operational'],
    ['database', 'operational'],
    ['worker', 'operational'],
    ['storage', 'operational'],
    ['queue', 'degraded'],
  ])
  expect(status.parts.at(-1)).toMatchObject({
    note: 'Videos wait longer than usual.',
    latencyMs: expect.any(Number),
    days: [{ day: '2026-11-21', operational: 1, degraded: 1, down: 0 }],
  })
})

test('a part that fails or hangs is down, and the others keep their own state', async () => {
  const failures: Part[] = []
  const findings = await runChecks(
    {
      ...FINE,
      storage: () => Promise.reject(new Error('the disk is gone, at /secret/path')),
      worker: () => new Promise<never>(() => undefined),
    },
    { failed: (part) => failures.push(part), timeoutMs: 20 },
  )
  expect(findings.filter(({ state }) => state === 'down')).toEqual([
    { part: 'worker', state: 'down', note: 'The check timed out.', latencyMs: null },
    { part: 'storage', state: 'down', note: 'The check failed.', latencyMs: null },
  ])
  expect(findings.filter(({ state }) => state === 'operational')).toHaveLength(3)
  expect(failures).toEqual(['storage'])
})

test('responds while the database is down, and stores those minutes afterwards', async () => {
  const { clock, open } = start()
  const unreachable = openDatabase('postgres://nobody@127.0.0.1:1/nothing')
  onTestFinished(() => closeDatabase(unreachable))
  const checks = productChecks({
    ...(await home()),
    db: unreachable,
    now: clock.get,
    newId: randomUUID,
    ownUrl: () => undefined,
  })
  const broken = openStatus({ db: unreachable, log, now: clock.get, checks })
  await broken.checkMinute()
  const status = await broken.read()
  expect(status.historyKnown).toBe(false)
  expect(Object.fromEntries(status.parts.map(({ part, state }) => [part, state]))).toEqual({
    web: 'operational',
    database: 'down',
    worker: 'down',
    storage: 'operational',
    queue: 'down',
  })

  // The same process, whose database comes back: only the connection changes.
  const reachable = { db: unreachable }
  const { watch } = open({ ...FINE, database: checks.database }, reachable)
  await watch.checkMinute()
  reachable.db = db
  clock.now += 60_000
  await watch.checkMinute()
  expect(await daysOf('database')).toEqual([{ day: '2026-11-21', operational: 0, degraded: 0, down: 2 }])
})

test('stores a minute although earlier writes took longer than a minute', async () => {
  const { clock, open } = start()
  const { watch } = open()
  const holder = await db.$client.connect()
  await holder.query('begin')
  await holder.query('lock table status_checks in share mode')
  const looks: Promise<void>[] = []
  for (const waiting of [1, 2, 3]) {
    looks.push(watch.checkMinute())
    await expect.poll(async () => (await writersWaiting()).length).toBe(waiting)
    clock.now += 60_000
  }
  // The newest write fails, then the two older ones succeed.
  await holder.query('select pg_terminate_backend($1)', [(await writersWaiting()).at(-1)])
  await looks[2]
  await holder.query('commit')
  holder.release()
  await Promise.all(looks)
  await watch.checkMinute()
  expect(await daysOf('web')).toEqual([{ day: '2026-11-21', operational: 4, degraded: 0, down: 0 }])
})

test('never shows old findings: after three minutes without any, the page checks itself', async () => {
  const { clock, open } = start()
  await open().watch.checkMinute()
  clock.now += 4 * 60_000
  const { watch, looks } = open()
  expect((await watch.read()).checkedAt).toBe(new Date(clock.now).toISOString())
  expect(looks.count).toBe(1)
})

test('many concurrent readers cost one check', async () => {
  const { watch, looks } = start().open()
  await Promise.all(Array.from({ length: 50 }, () => watch.read()))
  expect(looks.count).toBe(1)
})

test('the shutdown of a web process is no outage', async () => {
  const { open } = start()
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
  const { watch } = open({ ...FINE, web: () => (asked.resolve(), answered.promise) })
  const end = watch.start()
  await asked.promise
  const ended = end()
  answered.reject(new Error('the server takes no connections any more'))
  await ended

  expect(await daysOf('web')).toEqual([])
})

test('stores history for 90 days and single checks for two', async () => {
  const { clock, open } = start()
  await open().watch.checkMinute()
  clock.now += 89 * 86_400_000
  await open().watch.checkMinute()
  expect((await daysOf('web')).map(({ day }) => day)).toEqual(['2026-11-21', '2027-02-18'])
  expect((await db.$client.query('select 1 from status_checks')).rowCount).toBe(5)
  clock.now += 86_400_000
  await open().watch.checkMinute()
  expect((await daysOf('web')).map(({ day }) => day)).toEqual(['2027-02-18', '2027-02-19'])
})

test('a worker is up while it reports, late after 45 s, and down after 2 min or its end', async () => {
  const { clock, checks } = await real()
  const instance = randomUUID()
  expect(await checks.worker()).toMatchObject({ state: 'down' })
  await storeHeartbeat(db, { instance, at: clock.get() })
  const states: string[] = []
  for (const afterMs of [0, 44_999, 45_000, 119_999, 120_000]) {
    clock.now = NOON + afterMs
    states.push((await checks.worker()).state)
  }
  expect(states).toEqual(['operational', 'operational', 'degraded', 'degraded', 'down'])

  clock.now = NOON
  await storeHeartbeat(db, { instance: randomUUID(), at: clock.get() })
  await deleteHeartbeat(db, instance)
  expect(await checks.worker()).toMatchObject({ state: 'operational' })
})

test('removes a worker that died long ago', async () => {
  await storeHeartbeat(db, { instance: randomUUID(), at: new Date(NOON) })
  await storeHeartbeat(db, { instance: randomUUID(), at: new Date(NOON + 2 * 3_600_000) })
  expect((await db.$client.query('select 1 from heartbeats')).rowCount).toBe(1)
})

test('the storage check writes, reads and leaves nothing', async () => {
  const { checks, dataDir } = await real()
  expect(await checks.storage()).toEqual({ state: 'operational', note: null })
  const left = await readdir(dataDir, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
})

test('the web check requests the server itself', async () => {
  expect(await (await real()).checks.web()).toMatchObject({ state: 'operational' })
  await expect((await real('http://127.0.0.1:1')).checks.web()).rejects.toThrow()
})

test.each([
  { minutes: 0, state: 'operational' },
  { minutes: 6, state: 'degraded' },
  { minutes: 31, state: 'down' },
])('a queue whose first job has waited $minutes minutes is $state', async ({ minutes, state }) => {
  const { checks, enqueue } = await real()
  await enqueue()
  await db.$client.query(`update jobs set created_at = now() - make_interval(mins => $1)`, [minutes])
  expect((await checks.queue()).state).toBe(state)
})

test("a job waiting for its owner's other job, or for a retry, does not mean a slow queue", async () => {
  const { checks, enqueue } = await real()
  const [running, behind, again] = [await enqueue('dana'), await enqueue('dana'), await enqueue('eve')]
  await db.$client.query(`update jobs set created_at = now() - interval '1 hour'`)
  await db.$client.query(`update jobs set state = 'running', attempt = 1 where id = $1`, [running])
  await db.$client.query('update jobs set attempt = 1 where id = $1', [again])
  expect(behind).toBeTruthy()
  expect((await checks.queue()).state).toBe('operational')
})

test('judges ages at their limits', () => {
  const ages = { degradedMs: 10, downMs: 20, late: 'late', gone: 'gone' }
  expect([9, 10, 19, 20].map((age) => byAge(age, ages))).toEqual([
    { state: 'operational', note: null },
    { state: 'degraded', note: 'late' },
    { state: 'degraded', note: 'late' },
    { state: 'down', note: 'gone' },
  ])
})

const NOON = Date.parse('2026-11-21T12:00:00Z')

async function daysOf(part: Part) {
  const { rows } = await db.$client.query<{ day: string; operational: number; degraded: number; down: number }>(
    `select to_char(day, 'YYYY-MM-DD') as day, operational, degraded, down from status_days where part = $1 order by 1`,
    [part],
  )
  return rows
}

/** Server processes that wait for the lock on `status_checks`, the longest wait first. */
async function writersWaiting(): Promise<number[]> {
  const { rows } = await db.$client.query<{ pid: number }>(
    `select pid from pg_locks where relation = 'status_checks'::regclass and not granted order by waitstart`,
  )
  return rows.map(({ pid }) => pid)
}

/** Web processes on a frozen clock. */
function start() {
  const clock = { now: NOON, get: () => new Date(clock.now) }
  return {
    clock,
    open(checks: Checks = FINE, connection = { db }) {
      const looks = { count: 0 }
      const counted: Checks = { ...checks, web: async () => ((looks.count += 1), checks.web()) }
      const deps = { log, now: clock.get, checks: counted }
      const watch = openStatus({
        ...deps,
        get db() {
          return connection.db
        },
      })
      return { watch, looks }
    },
  }
}

/** A separate file store. */
async function home() {
  const dataDir = await mkdtemp(join(tmpdir(), 'status-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return { dataDir, files: openFileStore(dataDir) }
}

/** The product's own checks, on a frozen clock. */
async function real(ownUrl?: string) {
  const clock = { now: NOON, get: () => new Date(clock.now) }
  const { dataDir, files } = await home()
  const jobs = await openJobQueue({ url, log })
  onTestFinished(() => jobs.close())
  const job = { name: 'status.test', payload: z.object({}), attempts: 1 }
  return {
    clock,
    dataDir,
    checks: productChecks({ db, files, now: clock.get, newId: randomUUID, ownUrl: () => ownUrl }),
    enqueue: (owner: string = randomUUID()) =>
      transaction(db, (tx) => jobs.enqueue(tx, job, {}, { ownerId: SYSTEM_OWNER + owner, subjectId: randomUUID() })),
  }
}
