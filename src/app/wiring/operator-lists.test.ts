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
  const all = await everyPage('operator/allPayments', {}, 'payments')
  const ofPayer = all.filter(({ email }) => email === payerEmail).map(({ id }) => id)
  expect(new Set(ofPayer).size).toBe(61)
  expect(ofPayer).toHaveLength(61)
  const own = await everyPage('operator/payments', { userId }, 'payments')
  expect(own.map(({ id }) => id)).toEqual(ofPayer)
  const only = async (only: string) =>
    (await everyPage('operator/allPayments', { only }, 'payments')).map(({ id }) => id)
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
  const found = await everyPage('operator/jobs', { state: 'done', kind: 'listed.even' }, 'jobs')
  expect(found).toHaveLength(29)
  expect(found.every((job) => job['ownerId'] === ownerId && job['name'] === 'listed.even')).toBe(true)
  const ends = found.map(({ finishedAt }) => String(finishedAt))
  expect(ends).toEqual(ends.toSorted().toReversed())
  expect(await everyPage('operator/jobs', { state: 'failed', kind: 'listed.odd' }, 'jobs')).toHaveLength(1)
})

test('a job is for a user, for one who was erased, or for the product', async () => {
  const [{ id: userId, email }, erased] = [await signedUp(), await signedUp()]
  for (const ownerId of [userId, erased.id, 'system:owned'])
    await db.$client.query(
      `insert into jobs (id, name, owner_id, subject_id, payload, state, attempt, finished_at)
       values (gen_random_uuid(), 'listed.owned', $1, $1, '{}', 'done', 1, now())`,
      [ownerId],
    )
  const gone = { userId: erased.id, confirm: erased.email, reason: 'They asked' }
  expect((await operator.call('operator/eraseUser', gone)).status).toBe(200)
  const jobs = await everyPage('operator/jobs', { state: 'done', kind: 'listed.owned' }, 'jobs')
  expect(jobs.map(({ owner, isOwnerErased }) => ({ owner, isOwnerErased }))).toEqual(
    expect.arrayContaining([
      { owner: email, isOwnerErased: false },
      { owner: null, isOwnerErased: true },
      { owner: null, isOwnerErased: false },
    ]),
  )
  expect(jobs).toHaveLength(3)
})

test('lists the exports of a user over pages, the newest first', async () => {
  const { id: userId } = await signedUp()
  await db.$client.query(
    `with project as (
       insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe)
       values (gen_random_uuid(), $1, 'Talk', 'prepared', 1, repeat('0', 64), '{}') returning id)
     insert into renders (id, project_id, owner_id, state, quality, revision, size_bytes, sha256, created_at, finished_at)
     select gen_random_uuid(), project.id, $1, 'done', 'standard', n, n, repeat('0', 64), at, at
     from project, generate_series(1, 60) n,
       lateral (select '2026-05-01'::timestamptz + n / 2 * interval '1 minute' as at) as started`,
    [userId],
  )
  const exports = await everyPage('operator/userExports', { userId }, 'exports')
  expect(new Set(exports.map(({ id }) => id)).size).toBe(60)
  const starts = exports.map(({ createdAt }) => String(createdAt))
  expect(starts).toEqual(starts.toSorted().toReversed())
})

test('every kind of job has a name for operators', () => {
  expect(Object.keys(JOB_KINDS).toSorted()).toEqual(product.work.map(({ name }) => name).toSorted())
})

/** The entries of all pages of a list. */
async function everyPage(procedure: string, input: object, name: string): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = []
  for (let before: unknown; before !== null;) {
    const { output } = await operator.call(procedure, { ...input, ...(before !== undefined && { before }) })
    const page = output as Record<string, Record<string, unknown>[]> & { next: string | null }
    found.push(...(page[name] ?? []))
    before = page.next
  }
  return found
}
