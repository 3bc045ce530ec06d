import type { Db } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { Part, type Status, type StatusDay } from '../model/index.ts'
import type { Checks } from './checks.ts'
import { type Finding, runChecks } from './run-checks.ts'
import { claimMinute, daysByPart, type Minute, newestMinute, storeMinutes } from './history.ts'

const MINUTE_MS = 60_000
/** Findings older than this say nothing about the present. */
const CHECK_MAX_AGE_MS = 3 * MINUTE_MS
/** Readers within this time share a response. */
const CACHE_MS = 10_000
/** Minutes kept in memory while the database is down: a day. */
const UNWRITTEN_MAX = 1_440

/** The public status, checked every minute. */
export type StatusWatch = {
  /** Checks everything once, unless another web process does this minute, and stores the findings. */
  checkMinute(): Promise<void>
  /** The data of /status; never throws because a part is down. */
  read(): Promise<Status>
  /** Checks now and at the start of every minute. @returns stops after the current check */
  start(): () => Promise<void>
}

type Deps = { readonly db: Db; readonly log: Log; readonly now: () => Date; readonly checks: Checks }

/** Opens the status; it does nothing until called or started. */
export function openStatus(deps: Deps): StatusWatch {
  const { log, now } = deps
  // Several writes may be in progress; each removes its own minutes by identity, because others are added meanwhile.
  const unwritten = new Set<Minute>()
  let cached: { status: Promise<Status>; until: number } | undefined

  async function checkMinute(stopped?: AbortSignal): Promise<void> {
    const minute = new Date(Math.floor(now().getTime() / MINUTE_MS) * MINUTE_MS)
    // While the database is down each process checks for itself; the first to store a minute wins.
    const mine = await claimMinute(deps.db, minute).catch(() => true)
    if (!mine) return
    const findings = await checkNow(deps, stopped)
    // A process that shuts down sees its own server and worker stop: no outage.
    if (stopped?.aborted !== true) unwritten.add({ minute, findings })
    for (const oldest of [...unwritten].slice(0, -UNWRITTEN_MAX)) unwritten.delete(oldest)
    const written = [...unwritten]
    try {
      await storeMinutes(deps.db, written, now())
      for (const each of written) unwritten.delete(each)
    } catch (error) {
      log.warn({ err: error, minutes: unwritten.size }, 'could not store the status; trying again in a minute')
    }
  }

  return {
    checkMinute: () => checkMinute(),
    read() {
      const at = now().getTime()
      if (cached === undefined || cached.until <= at) cached = { status: readStatus(deps), until: at + CACHE_MS }
      return cached.status
    },
    start() {
      const stopped = new AbortController()
      const end = everyMinute(() =>
        checkMinute(stopped.signal).catch((error: unknown) => log.error({ err: error }, 'the status check failed')),
      )
      return () => {
        stopped.abort()
        return end()
      }
    },
  }
}

async function readStatus(deps: Deps): Promise<Status> {
  const [newest, days] = await Promise.all([
    newestMinute(deps.db, new Date(deps.now().getTime() - CHECK_MAX_AGE_MS)).catch(() => undefined),
    daysByPart(deps.db, deps.now()).catch(() => undefined),
  ])
  const findings = newest?.findings ?? (await checkNow(deps))
  return {
    checkedAt: (newest?.minute ?? deps.now()).toISOString(),
    parts: Part.options.flatMap((part) => findings.filter((found) => found.part === part)).map(withDays(days)),
    historyKnown: days !== undefined,
  }
}

function withDays(days: ReadonlyMap<Part, StatusDay[]> | undefined) {
  return (finding: Finding) => ({ ...finding, days: days?.get(finding.part) ?? [] })
}

function checkNow({ checks, log }: Deps, stopped?: AbortSignal): Promise<Finding[]> {
  return runChecks(checks, {
    failed(part, error) {
      if (stopped?.aborted !== true) log.warn({ err: error, checked: part }, 'a status check failed')
    },
  })
}

/** Runs just after the start of a minute, so that all processes compete for the same one. */
function everyMinute(work: () => Promise<void>): () => Promise<void> {
  let timer: NodeJS.Timeout
  const working = new Set<Promise<void>>()
  const begin = () => {
    const one = work().finally(() => working.delete(one))
    working.add(one)
  }
  const next = () => {
    const untilNextMs = MINUTE_MS - (Date.now() % MINUTE_MS) + 50
    timer = setTimeout(() => {
      begin()
      next()
    }, untilNextMs)
    timer.unref()
  }
  begin()
  next()
  return async () => {
    clearTimeout(timer)
    await Promise.all(working)
  }
}
