import { type ConstructorOptions, PgBoss, type SendOptions } from 'pg-boss'
import { z } from 'zod'
import { closeDatabase, openDatabase, type Queryable } from '../db.ts'
import { execute, queryRows } from '../rows.ts'
import type { Log } from '../log.ts'

/** Seconds after the last heartbeat until another worker may take a job; the minimum of pg-boss. */
export const HEARTBEAT_SECONDS = 10
/** Maximum number of running jobs of one kind for one owner, on any plan. */
const MAX_SLOTS = 16

const SUPERVISE_SECONDS = 3
const DAY_SECONDS = 86_400
const Touched = z.object({ settled: z.array(z.string()) })

/** Identifies one fetch of a job in pg-boss. Settling needs both ids, so that a stale worker settles nothing. */
export type Fetched = { readonly id: string; readonly retryCount: number }

/** A kind of work with queued jobs: the id of the first in line, and its present turn. */
export type QueuedKind = { readonly name: string; readonly nextId: string; readonly turn: number }

/** The queue engine: assigns jobs, retries with a delay, and detects dead workers. */
export type Engine = {
  /** Creates the queue for one job name. Idempotent. */
  prepare(name: string): Promise<void>
  send(tx: Queryable, name: string, o: { id: string; ownerId: string; slots: number; turn: number }): Promise<void>
  /** Moves jobs still at their first turn back by `by`; a job that is being claimed stays. */
  moveBack(tx: Queryable, name: string, jobs: readonly { id: string; turn: number }[], by: number): Promise<void>
  /** Filters the kinds that have queued jobs. @returns each with its next job */
  inLine(tx: Queryable, names: readonly string[]): Promise<QueuedKind[]>
  /** Claims the next job of `name` that may start now. */
  fetch(tx: Queryable, name: string): Promise<Fetched | undefined>
  /** Sends a heartbeat for these jobs. @returns the ids of those that are still ours */
  touch(name: string, jobs: readonly Fetched[]): Promise<ReadonlySet<string>>
  /** Requeues a fetched job with exponential backoff. */
  requeue(tx: Queryable, name: string, job: Fetched): Promise<void>
  /** Deletes a job permanently. */
  remove(tx: Queryable, name: string, id: string): Promise<void>
  stop(): Promise<void>
}

/** Its own connections: it needs one while the caller's transaction already holds one of the shared pool. */
const ENGINE_CONNECTIONS = 2

/**
 * Starts pg-boss, and installs its schema on the first start.
 * @param o.supervise true in workers, which recover the jobs of dead workers; the web server only sends
 */
export async function startEngine({
  url,
  supervise,
  log,
}: {
  url: string
  supervise: boolean
  log: Log
}): Promise<Engine> {
  const db = openDatabase(url, { max: ENGINE_CONNECTIONS })
  const boss = new PgBoss({
    db: through(db),
    supervise,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    monitorVacuum: false,
  } satisfies ConstructorOptions)
  boss.on('error', (err) => log.warn({ err }, 'the job queue could not reach the database'))
  boss.on('warning', (warning) => log.debug(warning, 'job queue warning'))
  await boss.start()

  return {
    prepare: (name) => boss.createQueue(name),
    async send(tx, name, { id, ownerId, slots, turn }) {
      await boss.send(name, null, {
        ...SEND_OPTIONS,
        id,
        // pg-boss claims the highest priority first, directly from an index.
        priority: turn,
        group: { id: ownerId, tier: tierOf(slots) },
        db: through(tx),
      })
    },
    moveBack: moveJobsBack,
    inLine: kindsInLine,
    async fetch(tx, name) {
      const [job] = await boss.fetch(name, { batchSize: 1, groupConcurrency: SLOTS, db: through(tx) })
      if (job === undefined) return undefined
      // pg-boss uses the start of the transaction as the current time: after a long wait for the lock, the job's
      // heartbeat would have expired before it starts.
      await execute(tx, 'update pgboss.job set heartbeat_on = clock_timestamp() where name = $1 and id = $2', [
        name,
        job.id,
      ])
      return { id: job.id, retryCount: job.retryCount }
    },
    async touch(name, jobs) {
      return new Set(Touched.parse(await boss.touch(name, [...jobs])).settled)
    },
    async requeue(tx, name, job) {
      await boss.fail(name, { ...job }, null, { db: through(tx) })
    },
    async remove(tx, name, id) {
      await boss.deleteJob(name, id, { db: through(tx) })
    },
    async stop() {
      await boss.stop({ graceful: false, close: false })
      await closeDatabase(db)
    },
  }
}

/** Installs the tables of the queue in a database, as the first start does. Idempotent. */
export async function installQueueSchema(url: string): Promise<void> {
  const db = openDatabase(url, { max: ENGINE_CONNECTIONS })
  const boss = new PgBoss({ db: through(db), supervise: false, schedule: false })
  boss.on('error', () => undefined)
  await boss.start()
  await boss.stop({ graceful: false, close: false })
  await closeDatabase(db)
}

async function moveJobsBack(
  tx: Queryable,
  name: string,
  jobs: readonly { id: string; turn: number }[],
  by: number,
): Promise<void> {
  await execute(
    tx,
    `update pgboss.job set priority = priority - $4 where name = $1 and id in (
       select job.id from pgboss.job, unnest($2::uuid[], $3::int[]) as first (id, turn)
       where job.name = $1 and job.id = first.id and job.priority = first.turn and job.state < 'active'
       for update of job skip locked)`,
    [name, jobs.map(({ id }) => id), jobs.map(({ turn }) => turn), by],
  )
}

const QueuedKindRow = z.object({ name: z.string(), nextId: z.uuid(), turn: z.int() })

/** Ordered like pg-boss's index of queued jobs: each kind costs one index lookup, however long its queue. */
async function kindsInLine(tx: Queryable, names: readonly string[]): Promise<QueuedKind[]> {
  return queryRows(
    tx,
    QueuedKindRow,
    `select asked.name, first.id as next_id, first.priority as turn
     from unnest($1::text[]) as asked (name) cross join lateral (
       select id, priority from pgboss.job where job.name = asked.name and job.state < 'active' and not job.blocked
       order by job.priority desc, job.created_on limit 1) as first`,
    [names],
  )
}

/** Attempts are counted in our own row, where a clean stop costs none; pg-boss must never give up first. */
const SEND_OPTIONS = {
  // A claim sees jobs queued while it waits for the lock, but its clock stays at its beginning: with a start time of
  // now, a more urgent job would not be due yet while an older one is.
  startAfter: '-1 hour',
  retryLimit: 1_000_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: DAY_SECONDS - 1,
  retentionSeconds: 365 * DAY_SECONDS,
} satisfies SendOptions

const SLOTS = {
  default: 1,
  tiers: Object.fromEntries(Array.from({ length: MAX_SLOTS }, (_, index) => [tierOf(index + 1), index + 1])),
}

function tierOf(slots: number): string {
  return `slots-${Math.min(Math.max(Math.trunc(slots), 1), MAX_SLOTS)}`
}

function through(queryable: Queryable): NonNullable<ConstructorOptions['db']> {
  return {
    async executeSql(text, values) {
      // A text with several statements, as in the installation, returns several results.
      const results = [await queryable.$client.query(text, values)].flat()
      return { rows: results.flatMap(({ rows }) => rows) }
    },
  }
}
