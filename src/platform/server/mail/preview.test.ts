import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { transaction } from '../db.ts'
import { readEnv } from '../env.ts'
import { openMail } from '../mail.ts'
import { type OutboxReaders, outboxReaders, outboxRoutes } from './preview.ts'
import { silentLog } from '../log.ts'

const { db } = await testDatabase()
const id = randomUUID()

beforeAll(async () => {
  const mailer = openMail({
    db,
    jobs: { enqueue: () => Promise.reject(new Error('there is no mail server')) },
    log: silentLog(),
    smtpUrl: undefined,
    from: () => 'no-reply@wordpop.example',
    now: () => new Date('2026-11-21T12:00:00Z'),
    newId: () => id,
  })
  const action = { label: 'Go on', url: 'https://wordpop.example/verify-email?token=secret' }
  await transaction(db, (tx) =>
    mailer.send(tx, { to: 'dana@example.com', subject: 'A <b> link', paragraphs: ['Hi'], action }),
  )
})

test.each([
  { settings: {}, readers: 'this machine' },
  { settings: { HOST: '::1' }, readers: 'this machine' },
  { settings: { PUBLIC_URL: 'http://localhost:4870' }, readers: 'this machine' },
  { settings: { HOST: '0.0.0.0' }, readers: 'nobody' },
  { settings: { PUBLIC_URL: 'https://wordpop.example' }, readers: 'nobody' },
  { settings: { TRUST_PROXY: 'true' }, readers: 'nobody' },
  { settings: { SMTP_URL: 'smtp://mail.example' }, readers: 'nobody' },
  { settings: { HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example', DEV_OUTBOX: 'true' }, readers: 'everybody' },
] as const)('with $settings $readers may read the outbox', ({ settings, readers }) => {
  expect(outboxReaders(readEnv(settings))).toBe(readers)
})

test('a developer sees the mails, each with its text and its link', async () => {
  const { get } = start('this machine')
  const list = await (await get('/')).text()
  expect(list).toContain('dana@example.com')
  expect(list).toContain(`<a href="/dev/outbox/${id}">A &lt;b&gt; link</a>`)
  expect(await (await get(`/${id}`)).text()).toContain('https://wordpop.example/verify-email?token=secret')
  const asMail = await get(`/${id}/html`)
  expect(asMail.headers.get('content-security-policy')).toContain(`default-src 'none'`)
  expect(await asMail.text()).toContain('<title>A &lt;b&gt; link</title>')
  expect(await (await get('/mails.json')).json()).toEqual([
    {
      id,
      recipient: 'dana@example.com',
      subject: 'A <b> link',
      state: 'waiting',
      createdAt: '2026-11-21T12:00:00.000Z',
      text: expect.stringContaining('token=secret'),
      url: 'https://wordpop.example/verify-email?token=secret',
    },
  ])
})

test.each([
  { readers: 'nobody', url: 'http://127.0.0.1', headers: {} },
  { readers: 'this machine', url: 'http://rebound.evil.example', headers: {} },
  { readers: 'this machine', url: 'http://127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.9' } },
  { readers: 'this machine', url: 'http://127.0.0.1', headers: { 'x-forwarded-proto': 'https' } },
  { readers: 'this machine', url: 'http://127.0.0.1', headers: { 'x-real-ip': '203.0.113.9' } },
  { readers: 'this machine', url: 'http://127.0.0.1', headers: { via: '1.1 proxy' } },
  { readers: 'this machine', url: 'http://127.0.0.1', headers: {}, from: '203.0.113.9' },
] as const)('where $readers may read, $url with $headers learns nothing', async ({ readers, url, headers, ...o }) => {
  const { get } = start(readers, 'from' in o ? o.from : '127.0.0.1')
  for (const path of ['/', '/mails.json', `/${id}`, `/${id}/html`]) {
    const answer = await get(path, { url, headers })
    expect(answer.status, path).toBe(404)
    expect(await answer.text(), path).not.toContain('dana')
  }
})

test('answers 404 for a mail that does not exist', async () => {
  const { get } = start('everybody')
  for (const path of [`/${randomUUID()}`, '/nope', '/nope/html']) expect((await get(path)).status, path).toBe(404)
})

function start(readers: OutboxReaders, from = '127.0.0.1') {
  const app = outboxRoutes({ db, readers, clientAddress: () => from })
  return {
    get: async (path: string, o: { url?: string; headers?: Record<string, string> } = {}) =>
      app.request((o.url ?? 'http://127.0.0.1:4870') + path, { headers: o.headers ?? {} }),
  }
}
