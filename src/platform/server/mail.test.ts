import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { headerOf, smtpRefusal, startSmtp } from '../../../tests/support/smtp.ts'
import { reservePort } from '../../../tests/support/reserve-port.ts'
import { transaction } from './db.ts'
import { openJobQueue, startWorker } from './jobs.ts'
import { silentLog } from './log.ts'
import { type Mail, type Mailer, openMail } from './mail.ts'

const { db, url } = await testDatabase({ max: 20 })
const log = silentLog()
const FROM = '"Wordpop, Inc." <no-reply@wordpop.example>'
const MAIL: Mail = { to: 'dana@example.com', subject: 'Hello', paragraphs: ['Your captions are ready.'] }
/** A retry comes after a pause that grows from a second. */
const UNTIL = { timeout: 20_000, interval: 50 }

test('sends a mail once as HTML and text, then deletes its content', async () => {
  const { smtp, send, rowOf } = await start()
  const action = { label: 'Open my captions', url: 'https://wordpop.example/projects/1?a=1&b=2' }
  const id = await send({ ...MAIL, action, footnote: 'You asked for this.', replyTo: 'support@wordpop.example' })

  await vi.waitUntil(async () => (await rowOf(id)).state === 'sent', UNTIL)
  expect(smtp.arrived).toHaveLength(1)
  const [mail] = smtp.arrived
  if (mail === undefined) throw new Error('nothing arrived')
  expect(mail).toMatchObject({ from: 'no-reply@wordpop.example', to: ['dana@example.com'] })
  expect(headerOf(mail, 'From')).toBe(FROM)
  expect(headerOf(mail, 'To')).toBe('dana@example.com')
  expect(headerOf(mail, 'Reply-To')).toBe('support@wordpop.example')
  expect(headerOf(mail, 'Message-ID')).toBe(`<${id}@wordpop.example>`)
  expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated')
  expect(headerOf(mail, 'Content-Type')).toContain('multipart/alternative')
  expect(mail.source).toContain('Your captions are ready.')
  expect(await rowOf(id)).toMatchObject({ mail: null, settled_at: expect.any(Date) })
})

test('a mail that people may do without says how to unsubscribe, with one click over https', async () => {
  const { smtp, send, rowOf } = await start()
  const url = 'https://wordpop.example/unsubscribe/comments-abc'
  const ids = [
    await send({ ...MAIL, unsubscribe: { about: 'comments', url } }),
    await send({ ...MAIL, subject: 'Plain', unsubscribe: { about: 'comments', url: url.replace('https', 'http') } }),
    await send({ ...MAIL, subject: 'Needed' }),
  ]
  for (const id of ids) await vi.waitUntil(async () => (await rowOf(id)).state === 'sent', UNTIL)
  const headers = (name: string) =>
    Object.fromEntries(smtp.arrived.map((mail) => [headerOf(mail, 'Subject'), headerOf(mail, name)]))
  expect(headers('List-Unsubscribe')).toEqual({
    Hello: `<${url}>`,
    Plain: `<${url.replace('https', 'http')}>`,
    Needed: undefined,
  })
  expect(headers('List-Unsubscribe-Post')).toEqual({
    Hello: 'List-Unsubscribe=One-Click',
    Plain: undefined,
    Needed: undefined,
  })
})

test('a mail exists only if its transaction commits', async () => {
  const { mailer, smtp, send, rowOf } = await start()
  await expect(
    transaction(db, async (tx) => {
      await mailer.send(tx, { ...MAIL, subject: 'Never' })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  const kept = await send(MAIL)
  await vi.waitUntil(async () => (await rowOf(kept)).state === 'sent', UNTIL)
  expect(smtp.arrived.map((mail) => headerOf(mail, 'Subject'))).toEqual(['Hello'])
})

test('sends mails with the same key once', async () => {
  const { mailer, smtp } = await start()
  const key = `invitation:${randomUUID()}`
  const ask = () => transaction(db, (tx) => mailer.send(tx, { ...MAIL, key }))
  await Promise.all([ask(), ask(), ask()])
  await ask()
  await vi.waitUntil(() => statesOf(key).then((states) => states.join() === 'sent'), UNTIL)
  expect(smtp.arrived).toHaveLength(1)
})

test('retries a mail that the server defers', async () => {
  let tries = 0
  const { smtp, send, rowOf } = await start({
    onRcptTo(_address, _session, answer) {
      tries += 1
      answer(tries < 3 ? smtpRefusal(451) : null)
    },
  })
  const id = await send(MAIL)
  await vi.waitUntil(async () => (await rowOf(id)).state === 'sent', UNTIL)
  expect(tries).toBe(3)
  expect(smtp.arrived).toHaveLength(1)
})

test('a mail waits for a server that is down, and is sent when it is back', async () => {
  const port = await reservePort()
  const { send, rowOf, triesOf } = await start({ url: `smtp://127.0.0.1:${port}` })
  const id = await send(MAIL)
  await vi.waitUntil(async () => (await triesOf(id)) >= 1, UNTIL)
  const smtp = await startSmtp({ port })
  await vi.waitUntil(async () => (await rowOf(id)).state === 'sent', UNTIL)
  expect(smtp.arrived).toHaveLength(1)
})

test('gives up immediately on an address that the server rejects, and logs it', async () => {
  const logged = vi.spyOn(log, 'error')
  onTestFinished(() => logged.mockRestore())
  let tries = 0
  const { send, rowOf } = await start({
    onRcptTo(_address, _session, answer) {
      tries += 1
      answer(smtpRefusal(550))
    },
  })
  // Not the address of the other tests: no more mails go to this one.
  const id = await send({ ...MAIL, to: 'gone@example.com' })
  await vi.waitUntil(async () => (await rowOf(id)).state === 'failed', UNTIL)
  expect(tries).toBe(1)
  expect(await rowOf(id)).toMatchObject({ problem: 'The mail server refused it: 550.' })
  expect(logged).toHaveBeenCalledWith({ mailId: id, problem: 'The mail server refused it: 550.' }, expect.any(String))
})

test("a wrong password is the operator's to put right: the mail is tried again", async () => {
  let allowed = false
  const { smtp, send, rowOf, triesOf } = await start({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, answer) {
      const right = username === 'wordpop' && password === 'p@ss'
      answer(allowed && right ? null : smtpRefusal(535), { user: 'wordpop' })
    },
    login: 'wordpop:p%40ss',
  })
  const id = await send(MAIL)
  await vi.waitUntil(async () => (await triesOf(id)) >= 1, UNTIL)
  allowed = true
  await vi.waitUntil(async () => (await rowOf(id)).state === 'sent', UNTIL)
  expect(smtp.arrived).toHaveLength(1)
})

test('a subject cannot inject a header, nor an address a second recipient', async () => {
  const { mailer, smtp, send, rowOf } = await start()
  const id = await send({ ...MAIL, subject: 'Hi\r\nBcc: mallory@evil.example\r\n\r\nBuy this\u2028now' })
  await vi.waitUntil(async () => (await rowOf(id)).state === 'sent', UNTIL)
  const [mail] = smtp.arrived
  if (mail === undefined) throw new Error('nothing arrived')
  expect(headerOf(mail, 'Subject')).toBe('Hi Bcc: mallory@evil.example Buy this now')
  expect(headerOf(mail, 'Bcc')).toBeUndefined()
  expect(mail.to).toEqual(['dana@example.com'])

  for (const to of [
    'dana@example.com\r\nBcc: mallory@evil.example',
    'dana@example.com, mallory@evil.example',
    'Dana <dana@example.com>',
    '"dana@example.com> NOTIFY"@example.com',
  ]) {
    await expect(
      transaction(db, (tx) => mailer.send(tx, { ...MAIL, to })),
      to,
    ).rejects.toThrow('Invalid')
    await expect(
      transaction(db, (tx) => mailer.send(tx, { ...MAIL, replyTo: to })),
      to,
    ).rejects.toThrow('Invalid')
  }
})

test('two workers send each mail once', async () => {
  const { smtp, send, rowOf } = await start({ workers: 2 })
  const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => send({ ...MAIL, subject: `Mail ${n}` })))
  for (const id of ids) await vi.waitUntil(async () => (await rowOf(id)).state === 'sent', UNTIL)
  const subjects = smtp.arrived.map((mail) => headerOf(mail, 'Subject'))
  expect(subjects).toHaveLength(12)
  expect(new Set(subjects).size).toBe(12)
})

test('two workers with the same mail send it once', async () => {
  const { smtp, mailer, send } = await start({ workers: 0 })
  const id = await send(MAIL)
  const io = { jobId: randomUUID(), signal: new AbortController().signal, progress: () => undefined }
  const [job] = mailer.work
  await Promise.all([job?.run({ mailId: id }, io), job?.run({ mailId: id }, io)])
  expect(smtp.arrived).toHaveLength(1)
})

test('mails wait in the outbox for a mail server, and expire after a day', async () => {
  const now = new Date()
  const { mailer: waiting } = await open({ smtpUrl: undefined })
  const write = (mailer: Mailer, subject: string) =>
    transaction(db, (tx) => mailer.send(tx, { ...MAIL, subject, key: subject }))
  const { mailer: yesterday } = await open({ smtpUrl: undefined, now: () => new Date(now.getTime() - 25 * 3_600_000) })
  await write(waiting, 'today')
  await write(yesterday, 'yesterday')
  expect(await statesOf('today')).toEqual(['waiting'])

  const { mailer, smtp } = await start()
  await transaction(db, (tx) => mailer.maintenance(tx))
  await vi.waitUntil(() => statesOf('today').then((states) => states.join() === 'sent'), UNTIL)
  expect(await statesOf('yesterday')).toEqual(['waiting'])
  expect(smtp.arrived.map((mail) => headerOf(mail, 'Subject'))).toEqual(['today'])
})

test('deletes a mail a month after it was created', async () => {
  const { mailer } = await open({ smtpUrl: undefined, now: () => new Date('2026-01-01T00:00:00Z') })
  await transaction(db, (tx) => mailer.send(tx, { ...MAIL, key: 'old' }))
  const { mailer: later } = await open({ smtpUrl: undefined, now: () => new Date('2026-02-01T00:00:00Z') })
  await transaction(db, (tx) => later.maintenance(tx))
  expect(await statesOf('old')).toEqual([])
})

async function statesOf(key: string): Promise<string[]> {
  const { rows } = await db.$client.query<{ state: string }>('select state from outbox where key = $1', [key])
  return rows.map(({ state }) => state)
}

async function open(o: { smtpUrl: string | undefined; now?: () => Date }) {
  const jobs = await openJobQueue({ url, log })
  onTestFinished(() => jobs.close())
  const mailer = openMail({
    db,
    jobs,
    log,
    from: () => 'Wordpop, Inc. <no-reply@wordpop.example>',
    now: () => new Date(),
    newId: randomUUID,
    ...o,
  })
  return { mailer }
}

/** A mail server, the outbox and workers. A `url` replaces the server by another, or none. */
async function start(o: Parameters<typeof startSmtp>[0] & { url?: string; workers?: number; login?: string } = {}) {
  const { url: elsewhere, workers = 1, login, ...options } = o
  const smtp = await startSmtp(options)
  const smtpUrl = elsewhere ?? (login === undefined ? smtp.url : smtp.url.replace('//', `//${login}@`))
  const { mailer } = await open({ smtpUrl })
  for (let n = 0; n < workers; n += 1) {
    const worker = await startWorker({ db, url, jobs: mailer.work, concurrency: 1, log, drainMs: 100 })
    onTestFinished(() => worker.stop())
  }
  return {
    smtp,
    mailer,
    async send(mail: Mail): Promise<string> {
      const key = randomUUID()
      await transaction(db, (tx) => mailer.send(tx, { ...mail, key }))
      const { rows } = await db.$client.query<{ id: string }>('select id from outbox where key = $1', [key])
      return rows[0]?.id ?? ''
    },
    async rowOf(id: string): Promise<Record<string, unknown>> {
      const { rows } = await db.$client.query<Record<string, unknown>>('select * from outbox where id = $1', [id])
      return rows[0] ?? {}
    },
    /** How often sending it has failed: it is in line again after each. */
    async triesOf(id: string): Promise<number> {
      const { rows } = await db.$client.query<{ attempt: number }>(
        `select attempt from jobs where subject_id = $1 and state = 'queued'`,
        [id],
      )
      return rows[0]?.attempt ?? 0
    },
  }
}
