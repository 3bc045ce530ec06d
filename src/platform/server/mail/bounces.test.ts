import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { bounceMail, complaintMail } from '../../../../tests/support/mail-reports.ts'
import { headerOf, smtpRefusal, startSmtp } from '../../../../tests/support/smtp.ts'
import { transaction } from '../db.ts'
import { openJobQueue, startWorker } from '../jobs.ts'
import { silentLog } from '../log.ts'
import { findSuppression, liftSuppression, type Mail, openMail } from '../mail.ts'

const { db, url } = await testDatabase({ max: 20 })
const log = silentLog()
/** A retry comes after a pause that grows from a second. */
const UNTIL = { timeout: 20_000, interval: 50 }

test.each([
  { reply: '550 5.1.1 No such user here', reason: 'There is no such mailbox (550 5.1.1).' },
  { reply: '550 unknown user', reason: 'Its mail server does not know it (550).' },
  { reply: '556 5.1.10 Null MX', reason: 'Its domain takes no mail (556 5.1.10).' },
])('an address that is refused with "$reply" is stopped at once', async ({ reply, reason }) => {
  const { send, stateOf } = await start({ onRcptTo: (_address, _session, answer) => answer(refusal(reply)) })
  const { to, id } = await send()
  await vi.waitUntil(async () => (await stateOf(id)) === 'failed', UNTIL)
  expect(await findSuppression(db, to)).toMatchObject({ kind: 'bounce', reason, times: 1 })
})

test.each(['550 5.7.1 Relaying denied', '554 Blocked by a list', '552 5.2.2 Mailbox full', '550 Message is spam'])(
  'a refusal that is not about the address stops nothing: %s',
  async (reply) => {
    const { send, stateOf } = await start({ onRcptTo: (_address, _session, answer) => answer(refusal(reply)) })
    const { to, id } = await send()
    await vi.waitUntil(async () => (await stateOf(id)) === 'failed', UNTIL)
    expect(await findSuppression(db, to)).toBeUndefined()
  },
)

test('a refused sender or content stops no address', async () => {
  const refused = await start({ onMailFrom: (_address, _session, answer) => answer(refusal('550 No such sender')) })
  const first = await refused.send()
  await vi.waitUntil(async () => (await refused.stateOf(first.id)) === 'failed', UNTIL)
  expect(await findSuppression(db, first.to)).toBeUndefined()
})

test('an address that is deferred is tried again, and not stopped', async () => {
  let tries = 0
  const { send, stateOf } = await start({
    onRcptTo(_address, _session, answer) {
      tries += 1
      answer(tries < 2 ? smtpRefusal(450) : null)
    },
  })
  const { to, id } = await send()
  await vi.waitUntil(async () => (await stateOf(id)) === 'sent', UNTIL)
  expect(tries).toBe(2)
  expect(await findSuppression(db, to)).toBeUndefined()
})

test('a mail names itself by its envelope sender; a bounce to it stops its address, once', async () => {
  const { mailer, smtp, send, stateOf } = await start()
  const { to, id } = await send()
  await vi.waitUntil(async () => (await stateOf(id)) === 'sent', UNTIL)
  const [mail] = smtp.arrived
  const sender = mail?.from ?? ''
  expect(sender).toMatch(/^bounces\+[0-9a-v]{42}@wordpop\.example$/)
  expect(mail && headerOf(mail, 'From')).toContain('no-reply@wordpop.example')
  expect(mail && headerOf(mail, 'CFBL-Address')).toBe(`${sender}; report=arf`)

  const report = Buffer.from(bounceMail({ sender }))
  expect(await mailer.receiveReport(report)).toEqual({ counted: 'bounce' })
  expect(await findSuppression(db, to)).toMatchObject({ kind: 'bounce', times: 1 })
  await lift(to)
  expect(await mailer.receiveReport(report), 'a replay').toMatchObject({ counted: null })
  expect(await findSuppression(db, to)).toBeUndefined()
})

test('of many copies of a report one counts', async () => {
  const { mailer, smtp, send, stateOf } = await start()
  const { to, id } = await send()
  await vi.waitUntil(async () => (await stateOf(id)) === 'sent', UNTIL)
  const report = Buffer.from(bounceMail({ sender: smtp.arrived[0]?.from ?? '' }))
  const answers = await Promise.all(Array.from({ length: 6 }, () => mailer.receiveReport(report)))
  expect(answers.filter(({ counted }) => counted === 'bounce')).toHaveLength(1)
  expect(await findSuppression(db, to)).toMatchObject({ times: 1 })
})

test('a complaint stops the address too', async () => {
  const { mailer, smtp, send, stateOf } = await start()
  const { to, id } = await send()
  await vi.waitUntil(async () => (await stateOf(id)) === 'sent', UNTIL)
  const report = Buffer.from(complaintMail({ sender: smtp.arrived[0]?.from ?? '' }))
  expect(await mailer.receiveReport(report)).toEqual({ counted: 'complaint' })
  expect(await findSuppression(db, to)).toMatchObject({ kind: 'complaint' })
})

test('a forged report, one about two mails and one about none change nothing', async () => {
  const { mailer, smtp, send, stateOf } = await start()
  const [one, two] = [await send(), await send()]
  for (const { id } of [one, two]) await vi.waitUntil(async () => (await stateOf(id)) === 'sent', UNTIL)
  const [first = '', second = ''] = smtp.arrived.map(({ from }) => from)
  const reports = [
    bounceMail({ sender: first.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@')) }),
    bounceMail({ sender: 'bounces@wordpop.example', more: `X-Mail: <${one.id}@wordpop.example>` }),
    bounceMail({ sender: first, more: `X-Other: ${second}` }),
    bounceMail({ sender: first, status: '4.2.2' }),
    `To: ${first}\r\n\r\nI am on holiday.`,
  ]
  for (const report of reports)
    expect(await mailer.receiveReport(Buffer.from(report))).toMatchObject({ counted: null, why: expect.any(String) })
  for (const { to } of [one, two]) expect(await findSuppression(db, to)).toBeUndefined()
})

test('mails to a stopped address are withheld, except those that its account cannot do without', async () => {
  const { mailer, smtp, send, stateOf } = await start()
  const { to, id } = await send()
  await vi.waitUntil(async () => (await stateOf(id)) === 'sent', UNTIL)
  const sender = smtp.arrived[0]?.from ?? ''
  await mailer.receiveReport(Buffer.from(bounceMail({ sender })))

  const notice = await send({ to })
  await vi.waitUntil(async () => (await stateOf(notice.id)) === 'withheld', UNTIL)
  const { rows } = await db.$client.query('select mail, problem from outbox where id = $1', [notice.id])
  expect(rows).toEqual([{ mail: null, problem: 'Not sent: earlier mails to this address came back.' }])
  const confirmation = await send({ to, despite: 'bounce' })
  await vi.waitUntil(async () => (await stateOf(confirmation.id)) === 'sent', UNTIL)

  const second = smtp.arrived[1]?.from ?? ''
  await mailer.receiveReport(Buffer.from(complaintMail({ sender: second })))
  const refused = await send({ to, despite: 'bounce' })
  await vi.waitUntil(async () => (await stateOf(refused.id)) === 'withheld', UNTIL)
  const reset = await send({ to, despite: 'complaint' })
  await vi.waitUntil(async () => (await stateOf(reset.id)) === 'sent', UNTIL)
  expect(smtp.arrived).toHaveLength(3)
})

test('without an address for bounces, mails return to their sender and no report counts', async () => {
  const { mailer, smtp, send, stateOf } = await start({}, null)
  const { id } = await send()
  await vi.waitUntil(async () => (await stateOf(id)) === 'sent', UNTIL)
  expect(smtp.arrived[0]?.from).toBe('no-reply@wordpop.example')
  expect(await mailer.receiveReport(Buffer.from(bounceMail({ sender: 'bounces@wordpop.example' })))).toMatchObject({
    counted: null,
  })
})

async function lift(address: string): Promise<void> {
  await transaction(db, (tx) => liftSuppression(tx, { address }))
}

/** A refusal with this whole reply. */
function refusal(reply: string): Error {
  return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) })
}

const BOUNCES = { address: 'bounces@wordpop.example', secret: 'a secret of at least thirty-two characters' }

/** A mail server, the outbox and a worker. */
async function start(options: Parameters<typeof startSmtp>[0] = {}, bounces: typeof BOUNCES | null = BOUNCES) {
  const smtp = await startSmtp(options)
  const jobs = await openJobQueue({ url, log })
  onTestFinished(() => jobs.close())
  const mailer = openMail({
    db,
    jobs,
    log,
    smtpUrl: smtp.url,
    from: () => 'Wordpop <no-reply@wordpop.example>',
    bounces: bounces ?? undefined,
    now: () => new Date(),
    newId: randomUUID,
  })
  const worker = await startWorker({ db, url, jobs: mailer.work, concurrency: 1, log, drainMs: 100 })
  onTestFinished(() => worker.stop())
  return {
    smtp,
    mailer,
    async send(o: Partial<Mail> = {}): Promise<{ to: string; id: string }> {
      const key = randomUUID()
      const mail: Mail = { to: `${key}@example.com`, subject: 'Hello', paragraphs: ['Ready.'], ...o }
      await transaction(db, (tx) => mailer.send(tx, { ...mail, key }))
      const { rows } = await db.$client.query<{ id: string }>('select id from outbox where key = $1', [key])
      return { to: mail.to, id: rows[0]?.id ?? '' }
    },
    async stateOf(id: string): Promise<string> {
      const { rows } = await db.$client.query<{ state: string }>('select state from outbox where id = $1', [id])
      return rows[0]?.state ?? ''
    },
  }
}
