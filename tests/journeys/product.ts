import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { reservePort } from '../support/reserve-port.ts'
import { copyNewSite } from '../support/new-site.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const READY_MS = 120_000
const execute = promisify(execFile)

/** Environment variables. */
export type Settings = Readonly<Record<string, string>>

/** The built product, running with its own empty database, disk and port. */
export type Product = {
  readonly url: string
  /** The folder with all its persistent data. */
  readonly dataDir: string
  /** All output since the first start. */
  readonly log: string
  /** The process that starts web server, worker and database, and restarts them. */
  readonly pid: number
  /** SIGKILL to the whole process group, like a power cut; resolves when it has ended. */
  kill(): Promise<void>
  /** Stops it cleanly and keeps its data. */
  shutDown(): Promise<void>
  /** Starts it again on the same data and port, with more settings; resolves when it responds. */
  restart(env?: Settings): Promise<void>
  /**
   * Runs a script of the product, such as `src/app/backup.ts`, with the product's settings.
   * @returns what it prints
   * @throws Error if it fails
   */
  run(script: string, args: readonly string[]): Promise<string>
  /** Stops it cleanly and removes its data. */
  stop(): Promise<void>
}

/**
 * Starts the product in a fresh folder with additional settings; resolves when its home page responds.
 * @param o.host the name of this machine in the public address; by default 127.0.0.1
 */
export async function startProduct({
  env = {},
  host = '127.0.0.1',
}: { env?: Settings; host?: '127.0.0.1' | 'localhost' } = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'journeys-'))
  const newSite = process.env['JOURNEYS_NEW_SITE']
  if (newSite !== undefined) await copyNewSite(newSite, dataDir)
  const port = await reservePort()
  const url = `http://${host}:${port}`
  const log = join(ROOT, 'test-results', `product-${port}.log`)
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    SIGN_UPS_PER_ADDRESS: '10000',
    // The first start would fetch one.
    SPEECH_MODEL: 'none',
    ...(host !== '127.0.0.1' && { PUBLIC_URL: url }),
    ...env,
  }
  await mkdir(join(ROOT, 'test-results'), { recursive: true })
  let child = await launch({ url, log, settings })

  return {
    url,
    dataDir,
    log,
    get pid() {
      return child.pid ?? Number.NaN
    },
    async kill() {
      await end(child, 'SIGKILL')
    },
    async shutDown() {
      await end(child, 'SIGTERM')
    },
    async restart(more = {}) {
      Object.assign(settings, more)
      child = await launch({ url, log, settings })
    },
    async run(script, args) {
      const { stdout } = await execute(process.execPath, [script, ...args], {
        cwd: ROOT,
        env: { ...process.env, ...settings },
      })
      return stdout
    },
    async stop() {
      await end(child, 'SIGTERM')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

type LaunchOptions = { readonly url: string; readonly log: string; readonly settings: Settings }

async function launch({ url, log, settings }: LaunchOptions): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/app/start.ts'], {
    cwd: ROOT,
    // A process group of its own, so that one signal reaches every process.
    detached: true,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const file = createWriteStream(log, { flags: 'a' })
  child.stdout?.pipe(file, { end: false })
  child.stderr?.pipe(file, { end: false })
  await waitUntilReady(url, child, log)
  return child
}

/** Polls until the home page responds; attempts do not overlap. */
async function waitUntilReady(url: string, child: ChildProcess, log: string): Promise<void> {
  const deadline = performance.now() + READY_MS
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the product ended with code ${child.exitCode}; see ${log}`)
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok === true) return
    await new Promise((next) => setTimeout(next, 100))
  }
  await end(child, 'SIGKILL')
  throw new Error(`the product did not answer within ${READY_MS} ms; see ${log}`)
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit')
  // A clean stop signals the leader only, as Ctrl-C does; SIGKILL hits the whole group.
  process.kill(signal === 'SIGKILL' ? -child.pid : child.pid, signal)
  await gone
}
