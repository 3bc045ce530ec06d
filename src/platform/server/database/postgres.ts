import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { connectOnce, sqlState } from '../db.ts'
import { withLock } from './lock.ts'
import { type Home, postgresHome } from './postgres-home.ts'
import { isRunning, livePostmaster, recordedPort, removeStalePidFile } from './postgres-pid.ts'
import { startDaemon, startProcess } from '../process.ts'
import { freePort } from '../ports.ts'

/** A running embedded PostgreSQL. */
export type Postgres = {
  readonly url: string
  /** False when it was already running. */
  readonly started: boolean
  /** Its data folder; not always inside DATA_DIR. */
  readonly directory: string
  /** False when its server process has died. */
  isAlive(): Promise<boolean>
  /** Shuts it down cleanly, whichever process started it. Idempotent. */
  stop(): Promise<void>
}

export type PostgresOptions = {
  readonly dataDir: string
  /** Receives a one-sentence progress message for the terminal. */
  readonly say: (sentence: string) => void
  /** Extra server settings, such as `{ fsync: 'off' }` in tests. */
  readonly settings?: Readonly<Record<string, string>>
}

const DATABASE = 'wordpop'
const USER = 'wordpop'
const START_ATTEMPTS = 5
const START_MS = 60_000
const STOP_MS = 20_000
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  // A checkpoint line every five minutes would fill its log.
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}
/** The server's connection details, stored beside its data and readable only by us. */
const Access = z.object({ password: z.string(), port: z.number().int() })
type Access = z.infer<typeof Access>

/**
 * Starts the embedded PostgreSQL, or connects to the running one. Safe under concurrent calls and after any crash: one
 * process starts it, the others get its address. A failed start stops the server that it started.
 * @throws Error with instructions when this machine cannot run it or its data is damaged
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const home = await postgresHome(options.dataDir, options.say)
  return withLock(join(home.root, 'postgres.lock'), async () => {
    const wasRunning = (await livePostmaster(home.cluster)) !== undefined
    try {
      const { access, started } = await runningOrStarted(home, options)
      await ensureDatabase(access)
      return {
        url: urlOf(access, DATABASE),
        started,
        directory: home.cluster,
        isAlive: async () => (await livePostmaster(home.cluster)) !== undefined,
        stop: () => stopServer(home),
      }
    } catch (error) {
      // Other processes may use a server that was running before.
      if (!wasRunning) await stopServer(home)
      throw withAdvice(error, home)
    }
  })
}

/** Whether this data folder has an embedded database; false where none can run. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  try {
    const { cluster } = await postgresHome(dataDir, () => undefined)
    return existsSync(join(cluster, 'PG_VERSION'))
  } catch {
    // This platform has no embedded PostgreSQL, or the folder is another user's: then none of ours is there.
    return false
  }
}

/** Adds how to restore a database that PostgreSQL itself refuses to open. */
function withAdvice(error: unknown, { cluster, logFile }: Home): unknown {
  if (!(error instanceof Error) || sqlState(error) === undefined) return error
  const advice = `Restore DATA_DIR from a backup (docs/self-hosting.md, Backups); ${logFile} has the details.`
  return new Error(`The database in ${cluster} cannot be used: ${error.message}. ${advice}`, { cause: error })
}

type Served = { readonly access: Access; readonly started: boolean }

/** Looks for a running server before each attempt: a killed start may leave one that is not ready yet. */
async function runningOrStarted(home: Home, options: PostgresOptions): Promise<Served> {
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
    const running = await runningServer(home)
    if (running !== undefined) return { access: running, started: false }
    const access = await startServer(home, options)
    if (access !== undefined) return { access, started: true }
    // Another program has taken the port, or children of a killed server have not exited yet.
    await sleep(300 * attempt)
  }
  throw new Error(
    `The database did not start. If its data is damaged, restore DATA_DIR from a backup (docs/self-hosting.md, Backups). Its last words:\n${await logTail(home.logFile)}`,
  )
}

async function runningServer(home: Home): Promise<Access | undefined> {
  const wanted = await readAccess(home)
  const pid = await livePostmaster(home.cluster)
  const port = await recordedPort(home.cluster)
  if (wanted === undefined || pid === undefined || port === undefined) return undefined
  // Use the port that the server listens on: a failed attempt may have chosen another one.
  const access = { ...wanted, port }
  return (await untilAnswers(access, pid)) ? access : undefined
}

/** @returns undefined when the server exits again */
async function startServer(home: Home, { say, settings = {} }: PostgresOptions): Promise<Access | undefined> {
  const before = await readAccess(home)
  const isThere = existsSync(join(home.cluster, 'PG_VERSION'))
  if (before === undefined && isThere)
    throw new Error(`${home.accessFile} is missing: it opens the database beside it. Put it back from a backup.`)
  const access = {
    password: before?.password ?? randomBytes(24).toString('base64url'),
    // Try the old port first, so that existing clients reconnect after a crash.
    port: await freePort(before?.port),
  }
  // Store the password before the data exists: without it the data could never be opened.
  await writeAccess(home, access)
  if (!isThere) {
    say('Creating the database …')
    await createCluster(home, access.password)
  }
  await removeStalePidFile(home.cluster, say)
  const { pid } = startDaemon({
    command: join(home.binaries, 'bin', 'postgres'),
    args: ['-D', home.cluster, '-p', String(access.port), ...settingArgs({ ...SETTINGS, ...settings })],
    cwd: '/',
    logFile: home.logFile,
    ...home.identity,
  })
  return (await untilAnswers(access, pid)) ? access : undefined
}

/** initdb runs in a separate directory, renamed when complete, so that a kill leaves no partial cluster. */
async function createCluster(home: Home, password: string): Promise<void> {
  await removeAbandonedClusters(home.root)
  const unique = randomBytes(6).toString('hex')
  const unfinished = `${home.cluster}.init-${unique}`
  // Beside the cluster, so that the next start removes the leftovers of either.
  const passwordFile = `${unfinished}.password`
  try {
    await mkdir(unfinished, { mode: 0o700 })
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' })
    await giveTo(home, unfinished, passwordFile)
    const initdb = startProcess({
      command: join(home.binaries, 'bin', 'initdb'),
      args: [
        '-D',
        unfinished,
        '-U',
        USER,
        '-A',
        'scram-sha-256',
        '--pwfile',
        passwordFile,
        '-E',
        'UTF8',
        '--locale=C',
        '--no-instructions',
      ],
      cwd: '/',
      ...home.identity,
    })
    const { code, stderrTail } = await initdb.done
    if (code !== 0) throw new Error(`The database could not be created: ${stderrTail}`)
    await rename(unfinished, home.cluster)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function removeAbandonedClusters(root: string): Promise<void> {
  const abandoned = (await readdir(root)).filter((name) => name.startsWith('postgres.init-'))
  // An initdb that outlives its killed parent may still be writing; the next start removes the rest.
  await Promise.allSettled(abandoned.map((name) => rm(join(root, name), { recursive: true, force: true })))
}

async function giveTo({ identity }: Home, ...paths: string[]): Promise<void> {
  if (identity.uid === undefined || identity.gid === undefined) return
  for (const path of paths) await chown(path, identity.uid, identity.gid)
}

/** Waits until the server accepts our password. @returns false when its process ends instead */
async function untilAnswers(access: Access, pid: number): Promise<boolean> {
  const deadline = performance.now() + START_MS
  while (performance.now() < deadline) {
    if (await answers(access)) return true
    if (!(await isRunning(pid))) return false
    await sleep(40)
  }
  return false
}

async function answers(access: Access): Promise<boolean> {
  try {
    const connection = await connectOnce(urlOf(access, 'postgres'), { timeoutMs: 3_000 })
    await connection.end()
    return true
  } catch (error) {
    // 28P01: another PostgreSQL on this port refuses our password; it is not ours, so go on looking.
    if (sqlState(error) === undefined || sqlState(error) === '57P03' || sqlState(error) === '28P01') return false
    throw error
  }
}

async function ensureDatabase(access: Access): Promise<void> {
  const connection = await connectOnce(urlOf(access, 'postgres'))
  try {
    const { rowCount } = await connection.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await connection.query(`create database ${DATABASE}`)
  } catch (error) {
    // An interrupted start may have sent the same statement, which the server has completed.
    if (sqlState(error) !== '23505' && sqlState(error) !== '42P04') throw error
  } finally {
    await connection.end()
  }
  // It may be damaged alone.
  const ours = await connectOnce(urlOf(access, DATABASE))
  await ours.end()
}

/** SIGINT is PostgreSQL's fast shutdown: running statements are aborted, committed data is on disk. */
async function stopServer(home: Home): Promise<void> {
  const pid = await livePostmaster(home.cluster)
  if (pid === undefined) return
  process.kill(pid, 'SIGINT')
  const deadline = performance.now() + STOP_MS
  while (await isRunning(pid)) {
    if (performance.now() > deadline)
      throw new Error(`The database (process ${pid}) did not stop within ${STOP_MS / 1_000} s`)
    await sleep(25)
  }
}

async function readAccess({ accessFile }: Home): Promise<Access | undefined> {
  return existsSync(accessFile) ? Access.parse(JSON.parse(await readFile(accessFile, 'utf8'))) : undefined
}

async function writeAccess({ accessFile }: Home, access: Access): Promise<void> {
  const unfinished = `${accessFile}.new`
  await writeFile(unfinished, JSON.stringify(access), { mode: 0o600, flush: true })
  await chmod(unfinished, 0o600)
  await rename(unfinished, accessFile)
}

function urlOf({ password, port }: Access, database: string): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`
}

function settingArgs(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function logTail(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).slice(-2_000)
}
