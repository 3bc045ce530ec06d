import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { FailedMail } from '#features/operations/model/index.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { testProduct } from '../../../tests/support/product.ts'

const site = await testProduct({ settings: { OPERATORS: 'olga@example.com' } })
const { db } = site
const operator = site.browser()
await operator.signUp({ email: 'olga@example.com' })
await db.$client.query(`update users set email_verified = true where email = 'olga@example.com'`)

test('a test mail goes to the operator, and its state is shown', async () => {
  await operator.call('operator/sendTestMail')
  expect(await mailsTo(db, 'olga@example.com', 'A test mail of Wordpop')).toHaveLength(1)
  expect(await operator.call('operator/mailState')).toMatchObject({
    output: {
      sender: 'Wordpop <no-reply@example.com>',
      domain: null,
      hasServer: false,
      test: { recipient: 'olga@example.com', state: 'waiting', problem: null },
    },
  })
})

test('presses within five seconds send one test mail and record it once', async () => {
  const count = async () => (await mailsTo(db, 'olga@example.com', 'A test mail of Wordpop')).length
  const age = (seconds: number) =>
    db.$client.query(`update outbox set created_at = now() - make_interval(secs => $1) where key like 'mail-test:%'`, [
      seconds,
    ])
  await age(60)
  const before = await count()
  await Promise.all([1, 2, 3, 4, 5].map(() => operator.call('operator/sendTestMail')))
  expect(await count()).toBe(before + 1)
  await age(1)
  await operator.call('operator/sendTestMail')
  expect(await count()).toBe(before + 1)
  await age(6)
  await operator.call('operator/sendTestMail')
  expect(await count()).toBe(before + 2)
  const { output } = await operator.call('operator/actions', { subjectId: 'test' })
  expect(output).toMatchObject({ actions: Array.from({ length: before + 2 }, () => ({ action: 'mail.test' })) })
})

test('lists failed mails with their reason, newest first, over pages', async () => {
  await db.$client.query(
    `insert into outbox (id, recipient, subject, mail, state, settled_at, problem)
     select gen_random_uuid(), 'gone-' || n || '@example.org', 'Hello',
       jsonb_build_object('to', 'gone-' || n || '@example.org', 'subject', 'Hello', 'paragraphs', '[]'::jsonb),
       'failed', now() - n * interval '1 minute', 'The mail server refused it: 550.'
     from generate_series(1, 30) as n`,
  )
  const first = await failed({})
  expect(first.mails[0]).toMatchObject({ recipient: 'gone-1@example.org', problem: 'The mail server refused it: 550.' })
  expect(first.mails).toHaveLength(25)
  const second = await failed({ before: first.next })
  expect(second.mails.map(({ recipient }) => recipient)).toEqual(
    [26, 27, 28, 29, 30].map((n) => `gone-${n}@example.org`),
  )
})

test('a failed mail is sent again once, and that is on record', async () => {
  const [mail] = (await failed({})).mails
  expect((await operator.call('operator/retryMail', { mailId: mail?.id })).status, 'without a reason').toBe(422)
  expect((await operator.call('operator/retryMail', { mailId: mail?.id, reason: 'They asked' })).status).toBe(200)
  expect((await operator.call('operator/retryMail', { mailId: mail?.id, reason: 'They asked' })).status).toBe(409)
  expect((await operator.call('operator/retryMail', { mailId: randomUUID(), reason: 'They asked' })).status).toBe(409)
  expect((await failed({})).mails.map(({ id }) => id)).not.toContain(mail?.id)
  expect(await operator.call('operator/actions', { subjectId: mail?.id })).toMatchObject({
    output: { actions: [{ action: 'mail.retry', about: 'Hello, gone-1@example.org', reason: 'They asked' }] },
  })
})

test('a site whose mails come from nobody’s domain has nothing to look up', async () => {
  expect(await operator.call('operator/checkMailDomain', {})).toMatchObject({ output: { domain: null, records: [] } })
  expect((await operator.call('operator/checkMailDomain', { selector: 'a b' })).status).toBe(422)
})

test('finds test mails and failures by their index', async () => {
  const plan = async (sql: string) => {
    const { rows } = await db.$client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  await db.$client.query(
    `insert into outbox (id, recipient, subject, state, settled_at, mail)
     select gen_random_uuid(), 'many@example.org', 'Hello',
       case when n % 5 = 0 then 'failed' else 'sent' end, now(), case when n % 5 = 0 then '{}'::jsonb end
     from generate_series(1, 5000) n`,
  )
  await db.$client.query('analyze outbox')
  expect(
    await plan(`select id from outbox where state = 'failed' order by settled_at desc, id desc limit 26`),
  ).toContain('outbox_failed')
  expect(await plan(`select id from outbox where key like 'mail-test:%' order by created_at desc limit 1`)).toContain(
    'outbox_tests',
  )
})

async function failed(input: object): Promise<{ mails: FailedMail[]; next: string | null }> {
  return (await operator.call('operator/failedMails', input)).output as { mails: FailedMail[]; next: string | null }
}
