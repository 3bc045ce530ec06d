import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { Suppression } from '#features/operations/model/index.ts'
import { startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { PASSWORD } from '../../../tests/support/browser.ts'
import { bounceMail, complaintMail } from '../../../tests/support/mail-reports.ts'
import { tokenTo } from '../../../tests/support/outbox.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { reservePort } from '../../../tests/support/reserve-port.ts'
import { startSmtp } from '../../../tests/support/smtp.ts'

const TOKEN = 'the-token-of-the-mail-server'
const port = await reservePort()
const site = await testProduct({
  settings: {
    OPERATORS: 'olga@example.com',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Wordpop <mail@wordpop.example>',
    MAIL_BOUNCES: 'bounces@wordpop.example',
    MAIL_REPORTS_TOKEN: TOKEN,
  },
})
const { db, product } = site
const operator = site.browser('127.0.0.2')
await operator.signUp({ email: 'olga@example.com' })
await db.$client.query(`update users set email_verified = true where email = 'olga@example.com'`)

test('a bounce is shown to the user, in the list, on the page of the user and in the overview', async () => {
  const { dana, email, id } = await site.signedUp()
  const sender = await senderOfMailTo(email)
  expect(await report(bounceMail({ sender }))).toMatchObject({ status: 200, body: { counted: 'bounce' } })

  const stop = { kind: 'bounce', reason: 'There is no such mailbox (550 5.1.1).' }
  expect((await dana.call('accounts/security')).output).toMatchObject({
    stoppedMails: { ...stop, since: expect.any(String) },
  })
  expect(await listed({ search: email })).toMatchObject([{ address: email, times: 1, ...stop }])
  expect((await operator.call('operator/user', { userId: id })).output).toMatchObject({ suppression: stop })
  const { output } = await operator.call('operator/health')
  expect((output as { mails: { stopped: number } }).mails.stopped).toBeGreaterThan(0)
})

test('an operator allows mails again, once, and both that and the search are in the log', async () => {
  const { email, id: userId } = await site.signedUp()
  await report(bounceMail({ sender: await senderOfMailTo(email) }))
  const [{ id } = { id: '' }] = await listed({ search: email })
  expect((await operator.call('operator/liftSuppression', { id })).status, 'without a reason').toBe(422)
  expect((await operator.call('operator/liftSuppression', { id, reason: 'Fixed' })).status).toBe(200)
  expect((await operator.call('operator/liftSuppression', { id, reason: 'Fixed' })).status).toBe(409)
  expect(await listed({ search: email })).toEqual([])
  const { output } = await operator.call('operator/actions', { person: email, kind: 'mail' })
  expect(output).toMatchObject({
    actions: [
      {
        action: 'mail.lift',
        about: email,
        before: { kind: 'bounce', times: 1 },
        reason: 'Fixed',
        person: { id: userId },
      },
    ],
  })
  const { output: reads } = await operator.call('operator/actions', { search: email, kind: 'reads' })
  expect(reads).toMatchObject({ actions: [{ action: 'mail.list-stopped', about: email }] })
})

test('who tries again gets a mail at once, three times a day', async () => {
  const { dana, email } = await site.signedUp()
  await db.$client.query('update users set email_verified = true where email = $1', [email])
  await stop(email, 'bounce')
  expect((await dana.call('accounts/resumeMails')).status).toBe(200)
  expect((await dana.call('accounts/security')).output).toMatchObject({ stoppedMails: null })
  await expect.poll(() => subjectsTo(email)).toContain('Mails of Wordpop reach you again')
  for (const status of [200, 200, 429]) expect((await dana.call('accounts/resumeMails')).status).toBe(status)
  expect((await subjectsTo(email)).filter((subject) => subject.includes('reach you again'))).toHaveLength(1)
})

test('an address that complained and was never confirmed gets nothing more from its account', async () => {
  const { dana, email } = await site.signedUp()
  expect(await report(complaintMail({ sender: await senderOfMailTo(email) }))).toMatchObject({
    body: { counted: 'complaint' },
  })
  const refused = await dana.call('accounts/resumeMails')
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('wants no mails')
  expect(await listed({ search: email })).toMatchObject([{ kind: 'complaint' }])
})

test('a link that was mailed to the address proves that mails arrive: it lifts the bounce', async () => {
  const { dana, email } = await site.signedUp()
  const token = await tokenTo(db, email, 'Confirm your e-mail address')
  await stop(email, 'bounce')
  expect((await site.browser().send('/api/auth/verify-email', { json: { token } })).status).toBe(200)
  expect((await dana.call('accounts/security')).output).toMatchObject({ emailVerified: true, stoppedMails: null })
})

test('an erased account leaves nothing about its address, and its last mail is not sent to it', async () => {
  const { dana, email } = await site.signedUp()
  await stop(email, 'bounce')
  const json = { password: PASSWORD, confirm: email }
  expect((await dana.send('/api/auth/delete-account', { json })).status).toBe(200)
  expect(await listed({ search: email })).toEqual([])
  expect((await subjectsTo(email)).filter((subject) => subject.includes('deleted'))).toEqual([])
})

test('a failed mail to a stopped address is not sent again before mails are allowed', async () => {
  const email = `${randomUUID()}@example.com`
  const mailId = randomUUID()
  await db.$client.query(
    `insert into outbox (id, recipient, subject, mail, state, settled_at, problem)
     values ($1, $2, 'Hello', jsonb_build_object('to', $2::text, 'subject', 'Hello', 'paragraphs', '[]'::jsonb), 'failed', now(), 'Refused.')`,
    [mailId, email],
  )
  await stop(email, 'bounce')
  const refused = await operator.call('operator/retryMail', { mailId, reason: 'They asked' })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('are stopped')
  const [{ id } = { id: '' }] = await listed({ search: email })
  await operator.call('operator/liftSuppression', { id, reason: 'Fixed' })
  expect((await operator.call('operator/retryMail', { mailId, reason: 'They asked' })).status).toBe(200)
})

test('only the holder of the token reports, and nobody guesses it', async () => {
  const { email } = await site.signedUp()
  const bounce = bounceMail({ sender: await senderOfMailTo(email) })
  for (const authorization of [undefined, 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`])
    expect(await report(bounce, { authorization }), authorization).toMatchObject({ status: 401 })
  expect(await listed({ search: email })).toEqual([])
  for (let tries = 0; tries < 20; tries += 1) await report(bounce, { authorization: 'Bearer wrong' })
  expect(await report(bounce, { authorization: 'Bearer wrong' })).toMatchObject({ status: 429 })
  expect(await report(bounce), 'the right token still works').toMatchObject({ status: 200 })
})

test('refuses a message of more than a megabyte; messages that are no reports change nothing', async () => {
  expect(await report('x'.repeat(1_000_001))).toMatchObject({ status: 413 })
  expect(await report('To: somebody\r\n\r\nI am on holiday.')).toMatchObject({
    status: 200,
    body: { counted: null, why: expect.stringContaining('neither') },
  })
  expect(await report('')).toMatchObject({ status: 200, body: { counted: null } })
})

async function report(
  message: string,
  o: { authorization?: string | undefined } = { authorization: `Bearer ${TOKEN}` },
) {
  const answer = await fetch(`${site.url}/api/mail-reports`, {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      ...(o.authorization !== undefined && { authorization: o.authorization }),
    },
    body: message,
  })
  const body: unknown = await answer.json()
  return { status: answer.status, body }
}

/** Sends what waits, and returns the envelope sender of a mail to this address. */
async function senderOfMailTo(email: string): Promise<string> {
  const smtp = await startSmtp({ port })
  const { work: jobs } = product
  const worker = await startWorker({ db, url: site.databaseUrl, jobs, concurrency: 1, log: silentLog(), drainMs: 100 })
  const found = () => smtp.arrived.find(({ to }) => to.includes(email))
  try {
    await vi.waitUntil(() => found() !== undefined, { timeout: 20_000 })
  } finally {
    await worker.stop()
    await smtp.stop()
  }
  return found()?.from ?? ''
}

async function stop(address: string, kind: Suppression['kind']): Promise<void> {
  await db.$client.query(
    `insert into mail_suppressions (id, address, kind, reason, first_at, last_at)
     values (gen_random_uuid(), $1, $2, 'There is no such mailbox (550 5.1.1).', now(), now())`,
    [address, kind],
  )
}

async function listed(input: object): Promise<Suppression[]> {
  const { output } = await operator.call('operator/suppressions', input)
  return (output as { suppressions: Suppression[] }).suppressions
}

async function subjectsTo(email: string): Promise<string[]> {
  const { rows } = await db.$client.query<{ subject: string }>('select subject from outbox where recipient = $1', [
    email,
  ])
  return rows.map(({ subject }) => subject)
}
