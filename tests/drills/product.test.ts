import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { environmentWith } from '#platform/server/env.ts'
import { isRunning, livePostmaster } from '#platform/server/database/postgres-pid.ts'
import { browser } from '../support/browser.ts'
import { reservePort } from '../support/reserve-port.ts'
import { type Child, runChild, until } from './children.ts'
import { isLoggedIn, partOf, ready } from './product-parts.ts'

/**
 * One product for all drills: each leaves it running as it found it. The payments drill (billing.test.ts)
 * covers the death of a single part.
 */
const [dataDir, elsewhere] = [await folder(), await folder()]
const port = await reservePort()
const EMAIL = 'ada@example.org'
const url = `http://127.0.0.1:${port}`
let product: Child
let ada: Browser

beforeAll(async () => {
  if (!existsSync('build/server/index.js')) throw new Error('the pages are not built: run npx vite build --app first')
  product = await launched()
  ada = await signedUp()
})
afterAll(() => product.stop())

test('a second start on the same data refuses, and leaves the first one alone', async () => {
  const second = run({ dataDir, port: await reservePort() })

  expect(await second.line('already runs')).toContain(dataDir)
  expect((await second.done).code).toBe(1)
  await ready(url)
})

test('names a port in use by another program, and says what to do', async () => {
  const second = run({ dataDir: elsewhere, port })

  expect(await second.line('is in use')).toMatch(/PORT=\d+ \.\/bin\/start/u)
  expect((await second.done).code).toBe(1)
})

test('after a power cut a new start finds everything', async () => {
  const parts = [await partOf(product, 'web-server'), await partOf(product, 'worker')]

  await product.kill()
  for (const pid of parts)
    await until('the parts go with their parent', async () => ((await isRunning(pid)) ? undefined : true))
  product = await launched()

  expect(await isLoggedIn(ada, EMAIL)).toBe(true)
})

test('stopping ends every process, and the next start finds everything', async () => {
  const pids = [await partOf(product, 'web-server'), await partOf(product, 'worker'), await database()]

  await product.stop()
  for (const pid of pids) expect(await isRunning(pid)).toBe(false)
  expect(await product.line('Stopped.')).toBe('Stopped.')

  product = await launched()
  expect(await isLoggedIn(ada, EMAIL)).toBe(true)
})

async function launched(): Promise<Child> {
  const child = run({ dataDir, port })
  expect(await child.line('is ready')).toMatch(new RegExp(`^Wordpop \\d+\\.\\d+\\.\\d+ is ready: ${url}$`, 'u'))
  return child
}

function database(): Promise<number> {
  return until('the database', () => livePostmaster(join(dataDir, 'postgres')))
}

function run(o: { dataDir: string; port: number }): Child {
  return runChild('../../src/app/start.ts', [], {
    env: environmentWith({ DATA_DIR: o.dataDir, PORT: String(o.port), LOG_LEVEL: 'warn' }),
  })
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'drill-'))
  afterAll(() => rm(path, { recursive: true, force: true, maxRetries: 5 }))
  return path
}

type Browser = ReturnType<typeof browser>

async function signedUp(): Promise<Browser> {
  const person = browser(url)
  const json = { name: 'Ada', email: EMAIL, password: 'correct horse battery 42' }
  expect((await person.send('/api/auth/sign-up/email', { json })).status).toBe(200)
  return person
}
