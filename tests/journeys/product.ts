import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { reservePort } from '../support/reserve-port.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const READY_MS = 120_000

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
  /** Starts it again on the same data and port; resolves when it responds. */
  restart(): Promise<void>
  /** Stops it cleanly and removes its data. */
  stop(): Promise<void>
}

/**
 * Starts the product in a fresh folder with additional settings; resolves when its home page responds.
 * @param o.host the name of this machine in the public address; by default 127.0.0.1
 */
export async function startProduct({
  env: settings = {},
  host = '127.0.0.1',
}: { env?: Readonly<Record<string, string>>; host?: '127.0.0.1' | 'localhost' } = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'journeys-'))
  const port = await reservePort()
  const url = `http://${host}:${port}`
  const env = { ...(host !== '127.0.0.1' && { PUBLIC_URL: url }), ...settings }
  const log = join(ROOT, 'test-results', `product-${port}.log`)
  await mkdir(join(ROOT, 'test-results'), { recursive: true })
  let child = await launch({ dataDir, port, url, log, env })

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
    async restart() {
      child = await launch({ dataDir, port, url, log, env })
    },
    async stop() {
      await end(child, 'SIGTERM')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function launch({
  dataDir,
  port,
  url,
  log,
  env,
}: {
  dataDir: string
  port: number
  url: string
  log: string
  env: Readonly<Record<string, string>>
}): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/app/start.ts'], {
    cwd: ROOT,
    // A process group of its own, so that one signal reaches every process.
    detached: true,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      SIGN_UPS_PER_ADDRESS: '10000',
      // The first start would fetch one.
      SPEECH_MODEL: 'none',
      ...env,
    },
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
