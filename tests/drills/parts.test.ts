import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { environmentWith } from '#platform/server/env.ts'
import { emptyDatabase } from '../support/database.ts'
import { reservePort } from '../support/reserve-port.ts'
import { runChild } from './children.ts'
import { ready } from './product-parts.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'drill-parts-'))
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
const databaseUrl = await emptyDatabase()

test('a web server and a worker started apart each respond to health checks', async () => {
  const worker = await run('worker')
  await ready(worker)
  expect(await statusOf(`${worker}/healthz`)).toBe(200)
  expect(await statusOf(`${worker}/faq`)).toBe(404)
  const web = await run('web')
  await ready(web)
  expect(await statusOf(`${web}/healthz`)).toBe(200)
  expect(await statusOf(`${web}/faq`)).toBe(200)
})

/** @returns the part's address */
async function run(part: 'web' | 'worker'): Promise<string> {
  const port = await reservePort()
  const child = runChild('../../src/app/start.ts', [part], {
    env: environmentWith({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: String(port), LOG_LEVEL: 'warn' }),
  })
  onTestFinished(() => child.stop())
  return `http://127.0.0.1:${port}`
}

async function statusOf(url: string): Promise<number> {
  return (await fetch(url)).status
}
