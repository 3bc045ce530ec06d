import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { JOB_KINDS, type OperatorAction, sentenceOf } from '#features/operations/model/index.ts'
import { testProduct } from '../../../tests/support/product.ts'

const { db, browser, product, signedUp } = await testProduct({
  // With a folder, a site has the job of daily backups too.
  settings: { OPERATORS: 'olga@example.com', BACKUP_FOLDER: tmpdir() },
})
const operator = browser()
await operator.signUp({ email: 'olga@example.com' })
await db.$client.query(`update users set email_verified = true where email = 'olga@example.com'`)

test('lists the payments of everybody, those that were refunded or disputed alone, over pages', async () => {
  const { dana: payer, email: payerEmail, id: userId } = await signedUp()
  const { checkoutId } = (await payer.call('billing/startCheckout', { pack: 'pack100' })).output as {
    checkoutId: string
  }
  await payer.call('billing/payTestCheckout', { checkoutId })
  await db.$client.query(
    `insert into billing_invoices (provider, id, customer_id, user_id, item, reason, currency, amount_paid, tax, net,
       period_start, period_end, paid_at, credits_each, months, refunded, dispute)
     select provider, 'copy-' || n, customer_id, user_id, item, reason, currency, amount_paid, tax, net, period_start,
       period_end, '2020-01-01', 0, 0, case n when 1 then 800 else 0 end, case n when 2 then 'open' else 'none' end
     from billing_invoices, generate_series(1, 60) n where user_id = $1`,
    [userId],
  )
  type Page = { payments: { id: string; email: string; name: string }[]; next: string | null }
  const ofPayer: string[] = []
  for (let before: string | null | undefined; before !== null;) {
    const { output } = await operator.call('operator/allPayments', { ...(before && { before }) })
    const { payments, next } = output as Page
    ofPayer.push(...payments.filter(({ email }) => email === payerEmail).map(({ id }) => id))
    before = next
  }
  expect(new Set(ofPayer).size).toBe(61)
  expect(ofPayer).toHaveLength(61)
  const only = async (only: string) =>
    ((await operator.call('operator/allPayments', { only })).output as Page).payments.map(({ id }) => id)
  expect(await only('refunded')).toContain('copy-1')
  expect(await only('disputed')).toEqual(['copy-2'])
  const log = (await operator.call('operator/actions', { kind: 'reads' })).output as { actions: OperatorAction[] }
  expect(log.actions.map((action) => sentenceOf(action))).toEqual(
    expect.arrayContaining([
      'olga@example.com opened the list of payments.',
      'olga@example.com opened the list of disputed payments.',
    ]),
  )
})

test('lists done and failed jobs by kind, the latest first', async () => {
  const { id: ownerId } = await signedUp()
  await db.$client.query(
    `insert into jobs (id, name, owner_id, subject_id, payload, state, problem, attempt, started_at, finished_at)
     select gen_random_uuid(), case when n % 2 = 0 then 'listed.even' else 'listed.odd' end, $1, n::text, '{}',
       case when n > 58 then 'failed' else 'done' end, case when n > 58 then 'It broke' end, 1, now(),
       now() - n * interval '1 second'
     from generate_series(1, 60) n`,
    [ownerId],
  )
  type Page = { jobs: { name: string; ownerId: string; finishedAt: string }[]; next: string | null }
  const found: Page['jobs'] = []
  for (let before: string | null | undefined; before !== null;) {
    const asked = { state: 'done', kind: 'listed.even', ...(before && { before }) }
    const { jobs, next } = (await operator.call('operator/jobs', asked)).output as Page
    found.push(...jobs)
    before = next
  }
  expect(found).toHaveLength(29)
  expect(found.every((job) => job.ownerId === ownerId && job.name === 'listed.even')).toBe(true)
  expect(found.map(({ finishedAt }) => finishedAt)).toEqual(
    found
      .map(({ finishedAt }) => finishedAt)
      .toSorted()
      .toReversed(),
  )
  const failed = (await operator.call('operator/jobs', { state: 'failed', kind: 'listed.odd' })).output as Page
  expect(failed.jobs).toHaveLength(1)
})

test('every kind of job has a name for operators', () => {
  expect(Object.keys(JOB_KINDS).toSorted()).toEqual(product.work.map(({ name }) => name).toSorted())
})
