import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { environmentWith } from '#platform/server/env.ts'
import { freePort } from '#platform/server/ports.ts'
import { isRunning, livePostmaster } from '#platform/server/postgres-pid.ts'
import { browser } from '../support/product.ts'
import { type Child, runChild, until } from './children.ts'
import { partOf, ready } from './product-parts.ts'

beforeAll(() => {
  if (!existsSync('build/server/index.js')) throw new Error('the pages are not built: run npx vite build --app first')
})

test(
  'web, worker and database killed with -9 come back by themselves, and everybody stays logged in',
  { timeout: 180_000 },
  async () => {
    const { product, url, dataDir } = await start()
    const ada = await signedUp(url)

    for (const part of ['web-server', 'worker'] as const) {
      const before = await partOf(product, part)
      process.kill(before, 'SIGKILL')
      await until(`another ${part}`, async () => ((await partOf(product, part)) === before ? undefined : true))
      await ready(url)
      expect(await isLoggedIn(ada), `after the death of ${part}`).toBe(true)
    }

    const server = await until('the database', () => livePostmaster(join(dataDir, 'postgres')))
    process.kill(server, 'SIGKILL')
    await until('another database', async () => {
      const now = await livePostmaster(join(dataDir, 'postgres'))
      return now === undefined || now === server ? undefined : now
    })
    await ready(url)
    expect(await isLoggedIn(ada), 'after the death of the database').toBe(true)
  },
)

test('after a power cut a new start finds everything', { timeout: 180_000 }, async () => {
  const first = await start()
  const ada = await signedUp(first.url)
  const parts = [await partOf(first.product, 'web-server'), await partOf(first.product, 'worker')]

  await first.product.kill()
  for (const pid of parts)
    await until('the parts go with their parent', async () => ((await isRunning(pid)) ? undefined : true))
  await first.again()

  expect(await isLoggedIn(ada)).toBe(true)
})

test(
  'stopping ends every process, and the next start is quick and finds everything',
  { timeout: 180_000 },
  async () => {
    const { product, url, dataDir, again } = await start()
    const ada = await signedUp(url)
    const pids = [await partOf(product, 'web-server'), await partOf(product, 'worker')]
    const server = await until('the database', () => livePostmaster(join(dataDir, 'postgres')))

    await product.stop()
    for (const pid of [...pids, server]) expect(await isRunning(pid)).toBe(false)
    expect(await product.line('Stopped.')).toBe('Stopped.')

    const startedAt = performance.now()
    await again()
    // Five seconds on a quiet machine; tests run beside others.
    expect(performance.now() - startedAt).toBeLessThan(20_000)
    expect(await isLoggedIn(ada)).toBe(true)
  },
)

test('a second start on the same data refuses, and leaves the first one alone', { timeout: 180_000 }, async () => {
  const { url, dataDir } = await start()
  const second = run({ dataDir, port: await freePort() })

  expect(await second.line('already runs')).toContain(dataDir)
  expect((await second.done).code).toBe(1)
  await ready(url)
})

test('a port that another program has is named, with what to do', { timeout: 180_000 }, async () => {
  const { url } = await start()
  const dataDir = await folder()
  const second = run({ dataDir, port: Number(new URL(url).port) })

  expect(await second.line('is in use')).toMatch(/PORT=\d+ \.\/bin\/start/u)
  expect((await second.done).code).toBe(1)
})

async function start() {
  const dataDir = await folder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const launch = async (): Promise<Child> => {
    const product = run({ dataDir, port })
    onTestFinished(() => product.stop())
    expect(await product.line('is ready')).toBe(`Wordpop is ready: ${url}`)
    return product
  }
  return { product: await launch(), url, dataDir, again: launch }
}

function run({ dataDir, port }: { dataDir: string; port: number }): Child {
  return runChild('../../src/app/start.ts', [], {
    env: environmentWith({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' }),
  })
}

async function folder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'drill-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  return dataDir
}

type Browser = ReturnType<typeof browser>

async function signedUp(url: string): Promise<Browser> {
  const ada = browser(url)
  const json = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery 42' }
  expect((await ada.send('/api/auth/sign-up/email', { json })).status).toBe(200)
  return ada
}

async function isLoggedIn(person: Browser): Promise<boolean> {
  const { status, output } = await person.call('accounts/me')
  return status === 200 && JSON.stringify(output).includes('ada@example.org')
}
