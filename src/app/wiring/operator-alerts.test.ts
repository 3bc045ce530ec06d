import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { watchAlerts } from '#features/operations/server/index.ts'
import { startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { testProduct } from '../../../tests/support/product.ts'

const site = await testProduct({ settings: { OPERATORS: 'olga@example.com' } })
const { db, product } = site
const operator = site.browser()
await operator.signUp({ email: 'olga@example.com' })
await db.$client.query(`update users set email_verified = true where email = 'olga@example.com'`)
const HOUR_MS = 3_600_000
const START = new Date('2026-05-01T10:00:00Z').getTime()

test('a test needs a saved address', async () => {
  expect((await operator.call('operator/testAlert')).status).toBe(409)
})

test('operators hear of a problem once, again after the quiet hours, and when it is over', async () => {
  await save({ email: 'ops@example.com', backupHours: 36, quietHours: 6 })
  await watchAt(0)
  await watchAt(1)
  expect(await subjects()).toEqual(['Alert on Wordpop: There is no backup.'])
  expect(await operator.call('operator/alerts')).toMatchObject({
    output: { open: [{ kind: 'late-backup', detail: 'There is no backup.' }] },
  })
  await watchAt(6)
  expect(await subjects()).toHaveLength(2)
  await db.$client.query(
    `insert into site_backups (id, started_at, finished_at, name, size_bytes, file_count)
     values (gen_random_uuid(), $1, $1, 'b', 1, 1)`,
    [new Date(START + 6.5 * HOUR_MS)],
  )
  await watchAt(7)
  await watchAt(8)
  expect((await subjects()).slice(2)).toEqual(['Resolved on Wordpop: There is no backup.'])
  expect(await operator.call('operator/alerts')).toMatchObject({ output: { open: [] } })
})

test('two workers that watch at once send one notice', async () => {
  await save({ email: 'two@example.com', backupHours: 1 })
  await Promise.all([watchAt(20), watchAt(20), watchAt(20)])
  expect(await subjects('two@example.com')).toHaveLength(1)
})

test('a webhook gets the notice as JSON, and a second attempt after a failure', async () => {
  const got: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      got.push(body)
      response.writeHead(got.length === 1 ? 503 : 200).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await save({ webhook: `http://127.0.0.1:${port}/hook` })
  const worker = await startWorker({
    db,
    url: site.databaseUrl,
    jobs: product.work,
    concurrency: 1,
    log: silentLog(),
    drainMs: 100,
  })
  onTestFinished(() => worker.stop())
  await operator.call('operator/testAlert')
  await expect.poll(() => got.length, { timeout: 30_000 }).toBe(2)
  expect(JSON.parse(got[1] ?? '')).toMatchObject({ site: 'Wordpop', state: 'test', text: 'This is a test of alerts.' })
})

test('the rules are on record with their reason', async () => {
  await save({ email: 'ops@example.com', failedJobs: 3 })
  expect(await operator.call('operator/actions', { subjectId: 'rules' })).toMatchObject({
    output: {
      actions: expect.arrayContaining([expect.objectContaining({ action: 'alert.rules', reason: 'As agreed' })]),
    },
  })
})

async function save(rules: object): Promise<void> {
  const answer = await operator.call('operator/saveAlertRules', { rules, reason: 'As agreed' })
  expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
}

function watchAt(hours: number): Promise<void> {
  const now = () => new Date(START + hours * HOUR_MS)
  return watchAlerts({ ...product, now, failsToRecordExpiries: async () => false })
}

async function subjects(address = 'ops@example.com'): Promise<string[]> {
  return (await mailsTo(db, address)).map(({ subject }) => subject)
}
