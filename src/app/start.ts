/**
 * The whole product on one machine: embedded PostgreSQL unless DATABASE_URL is set, the migrations,
 * then the web server and the worker as separate processes. A process that dies is restarted; Ctrl-C
 * and SIGTERM stop everything in order, the database last. An argument, `web` or `worker`, runs only that part.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { BUFFER_HEAVY } from '#platform/server/http/buffer-heavy.ts'
import { closeDatabase, openDatabase } from '#platform/server/db.ts'
import { type Env, environmentWith, readEnv } from '#platform/server/env.ts'
import { type Postgres, startPostgres } from '#platform/server/database/postgres.ts'
import { freePort, tryPort } from '#platform/server/ports.ts'
import { readVersion } from '#platform/server/release.ts'
import { execute } from '#platform/server/rows.ts'
import { claimDiskStore } from '#platform/server/files/disk-store.ts'
import { openMediaRunner } from './services/media-runner.ts'
import { refuseEmptyDatabase, refuseStaleCluster } from './services/stray-database.ts'
import { Readiness } from './services/readiness.ts'
import { refuseUnfinishedRestore } from './services/unfinished-restore.ts'
import { UPGRADE_CONNECTIONS, upgradeDatabase } from './services/upgrade-database.ts'
import { removeExpiredUpgradeBackups } from './services/upgrade-folder.ts'
import { superviseProcess, type Part } from './process/supervise-process.ts'
import { checkSettings } from './process/check-settings.ts'
import { lockParts, type PartName, partsToRun } from './process/part-names.ts'
import { printLine } from './process/terminal.ts'

const READY_MS = 60_000
const WATCH_MS = 1_000
const PORT_TRIES = 12

try {
  process.exitCode = await runProduct(readEnv(), partsToRun(process.argv[2]))
} catch (error) {
  printLine(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function runProduct(env: Env, names: readonly PartName[]): Promise<number> {
  await checkSettings(env, names)
  const lock = await lockParts(env.DATA_DIR, names)
  if (lock === undefined) throw new Error(`${PRODUCT_NAME} already runs with the data in ${env.DATA_DIR}.`)
  refuseUnfinishedRestore(env.DATA_DIR)
  const port = await webPort(env)
  if (names.includes('worker')) await requireMedia(env)
  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop).once('SIGHUP', stop)

  const database = await openOwnDatabase(env)
  let parts: Part[] = []
  try {
    await applyMigrations(env, { url: database.url, signal: stopping.signal })
    parts = startParts({ ...env, PORT: port }, database.url, names)
    const failure = await runUntilStopped({ env, port, parts, database, stopping: stopping.signal })
    if (failure !== undefined) printLine(failure)
    return failure === undefined ? 0 : 1
  } finally {
    printLine('Stopping …')
    await Promise.all(parts.map((part) => part.stop()))
    await database.stop()
    await lock.release()
    printLine('Stopped.')
  }
}

type OwnDatabase = {
  readonly url: string
  stop(): Promise<void>
  /** Restarts a dead server at the same address. */
  revive(): Promise<void>
}

async function openOwnDatabase(env: Env): Promise<OwnDatabase> {
  if (env.DATABASE_URL !== undefined) return { url: env.DATABASE_URL, stop: async () => {}, revive: async () => {} }
  await refuseStaleCluster(env)
  let server: Postgres = await startPostgres({ dataDir: env.DATA_DIR, say: printLine })
  return {
    url: server.url,
    stop: () => server.stop(),
    async revive() {
      if (await server.isAlive()) return
      printLine('The database died; starting it again.')
      const { url } = server
      server = await startPostgres({ dataDir: env.DATA_DIR, say: printLine })
      if (server.url !== url) throw new Error('Another program took the port of the database. Start again.')
    },
  }
}

async function webPort({ HOST, PORT }: Env): Promise<number> {
  if (PORT === 0) return freePort()
  // A web server killed with its parent a moment ago may still be exiting.
  for (let tries = 0; tries < PORT_TRIES; tries += 1) {
    const taken = await tryPort(HOST, PORT).catch((error: Error) => {
      throw new Error(`HOST=${HOST} PORT=${PORT} cannot be listened on: ${error.message}. Choose others.`)
    })
    if (taken !== undefined) return PORT
    await sleep(WATCH_MS / 4)
  }
  throw new Error(`Port ${PORT} is in use by another program. Choose another one: PORT=${PORT + 1} ./bin/start`)
}

/** Without ffmpeg or its sandbox the worker would refuse to start, again and again. @throws Error that says what to install */
async function requireMedia(env: Env): Promise<void> {
  const found = await openMediaRunner(env, () => undefined).capability()
  if (!found.ready) throw new Error(found.problem)
}

async function applyMigrations(env: Env, { url, signal }: { url: string; signal: AbortSignal }): Promise<void> {
  const db = openDatabase(url, { max: UPGRADE_CONNECTIONS })
  try {
    await execute(db, 'select 1').catch((error: Error) => {
      throw new Error(
        `The database does not let us in: ${error.message}. Is DATABASE_URL right, and does its server run?`,
      )
    })
    if (env.DATABASE_URL !== undefined) await refuseEmptyDatabase(env, db)
    const applied = await upgradeDatabase(env, { db, signal, say: printLine })
    await removeExpiredUpgradeBackups(env, new Date())
    // The embedded database serves this folder alone.
    if (env.DATABASE_URL !== undefined && env.FILE_STORE === 'disk') await claimDiskStore(db, env.DATA_DIR)
    if (applied.length > 0) printLine(`Prepared the database (${applied.length} migrations).`)
  } finally {
    await closeDatabase(db)
  }
}

function startParts(env: Env, url: string, names: readonly PartName[]): Part[] {
  const variables = environmentWith({ DATABASE_URL: url, DATA_DIR: env.DATA_DIR, PORT: String(env.PORT) })
  const module = (file: string) => `${import.meta.dirname}/${file}.ts`
  const nodeArgs = ['--import', import.meta.resolve('./process/import-hooks.ts')]
  const start: Record<PartName, () => Part> = {
    web: () => superviseProcess({ name: 'web', module: module('web-server'), nodeArgs, env: variables }),
    worker: () =>
      superviseProcess({
        name: 'worker',
        module: module('worker'),
        nodeArgs: [...nodeArgs, ...BUFFER_HEAVY.nodeArgs],
        // A worker alone has the port to itself, for health checks.
        args: names.includes('web') ? [] : ['--listen'],
        env: { ...variables, ...BUFFER_HEAVY.env },
      }),
  }
  return names.map((name) => start[name]())
}

/** @returns why it cannot go on, or undefined after a requested stop */
async function runUntilStopped(o: {
  env: Env
  port: number
  parts: readonly Part[]
  database: OwnDatabase
  stopping: AbortSignal
}): Promise<string | undefined> {
  const address = `http://${o.env.HOST.includes(':') ? `[${o.env.HOST}]` : o.env.HOST}:${o.port}`
  const deadline = performance.now() + READY_MS
  let ready = false
  while (!o.stopping.aborted) {
    await o.database.revive()
    const found = ready ? undefined : await readinessAt(address)
    if (found?.database === true) {
      ready = true
      const at = o.env.PUBLIC_URL ?? address
      // Reads and downloads still work on a full disk.
      const product = `${PRODUCT_NAME} ${await readVersion()}`
      printLine(found.files ? `${product} is ready: ${at}` : `${product} runs, but cannot write files: ${at}`)
    }
    const hopeless = o.parts.find((part) => part.isHopeless())
    if (!ready && hopeless !== undefined) return `${hopeless.name} does not start; see its messages above.`
    if (!ready && performance.now() > deadline)
      return `${PRODUCT_NAME} did not become ready within ${READY_MS / 1_000} s.`
    await sleep(ready ? WATCH_MS : 50, undefined, { signal: o.stopping }).catch(ignoreStop)
  }
  return undefined
}

async function readinessAt(address: string): Promise<Readiness | undefined> {
  try {
    const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2_000) })
    return Readiness.parse(await answer.json())
  } catch (error) {
    // Not listening yet, or too busy to answer.
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) return undefined
    throw error
  }
}

function ignoreStop(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error
}
