import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { credits } from '#features/credits/model/index.ts'
import { ledger } from '#features/credits/server/index.ts'
import { transaction } from '#platform/server/db.ts'
import { startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { PASSWORD } from '../../../tests/support/browser.ts'
import { testProduct } from '../../../tests/support/product.ts'

const { db, databaseUrl, product, browser } = await testProduct()
const DAY_MS = 86_400_000

test('deletes an account without the payment provider; a worker ends the subscription later', async () => {
  const { dana, email, id } = await subscriber()
  expect((await dana.send('/api/auth/delete-account', { json: { password: PASSWORD, confirm: email } })).status).toBe(
    200,
  )
  expect(await stateOf(id)).toBe('active')
  const worker = await startWorker({
    db,
    url: databaseUrl,
    jobs: product.work,
    concurrency: 1,
    log: silentLog(),
    drainMs: 100,
  })
  onTestFinished(() => worker.stop())
  await vi.waitUntil(async () => (await stateOf(id)) === 'ended', { timeout: 20_000 })
})

test('queues nothing for an account that never paid', async () => {
  const dana = browser()
  const email = `${randomUUID()}@example.com`
  await dana.signUp({ email })
  const id = await idOf(email)
  await dana.send('/api/auth/delete-account', { json: { password: PASSWORD, confirm: email } })
  const jobs = await db.$client.query(`select name from jobs where owner_id = $1 and name like 'billing%'`, [id])
  expect(jobs.rows).toEqual([])
})

test('queues the work of a larger plan before that of a smaller one', async () => {
  const people = { basic: await subscriber('basic'), premium: await subscriber('premium') }
  for (const { dana, email } of Object.values(people)) {
    await dana.send('/api/auth/delete-account', { json: { password: PASSWORD, confirm: email } })
  }
  const { rows } = await db.$client.query<{ ownerId: string }>(
    `select j.owner_id as "ownerId" from jobs j join pgboss.job p on p.id = j.id
     where j.owner_id = any($1) and j.name like 'billing%' order by p.priority desc, p.created_on`,
    [Object.values(people).map(({ id }) => id)],
  )
  expect(rows.map(({ ownerId }) => ownerId)).toEqual([people.premium.id, people.basic.id])
})

test('exports a user’s subscription and every payment', async () => {
  const { dana } = await subscriber()
  const file = (await dana.send('/api/account/export.json')).json()
  expect(file).toMatchObject({
    billing: { subscription: { plan: 'basic' }, invoices: [{ name: 'Basic, a month', amountPaid: 1_200 }] },
  })
})

test('mails once about credits that expire within a week, and never after a deletion', async () => {
  const [dana, eve] = [await subscriber(), await subscriber()]
  for (const { id } of [dana, eve]) await givePack(id, new Date(Date.now() + 5 * DAY_MS))
  await eve.dana.send('/api/auth/delete-account', { json: { password: PASSWORD, confirm: eve.email } })
  await product.maintenance()
  await product.maintenance()
  const mails = await mailsTo(db, dana.email, 'credits expire on')
  expect(mails).toMatchObject([{ action: { label: 'Make captions' } }])
  expect(mails[0]?.subject).toMatch(/^40 credits expire on \d+ \w+ 20\d\d$/u)
  expect(mails[0]?.paragraphs.join(' ')).toContain('We always spend the first to expire')
  const all = await db.$client.query(`select 1 from outbox where mail ->> 'subject' like '40 credits expire on%'`)
  expect(all.rows).toHaveLength(1)
})

/** A user on a plan, paid at the test checkout. */
async function subscriber(plan: 'basic' | 'premium' = 'basic') {
  const dana = browser()
  const email = `${randomUUID()}@example.com`
  await dana.signUp({ email })
  const { output } = await dana.call('billing/startCheckout', { plan, interval: 'month' })
  const { checkoutId } = z.object({ checkoutId: z.uuid() }).parse(output)
  expect((await dana.call('billing/payTestCheckout', { checkoutId })).status).toBe(200)
  return { dana, email, id: await idOf(email) }
}

async function idOf(email: string): Promise<string> {
  const { rows } = await db.$client.query<{ id: string }>('select id from users where email = $1', [email])
  return rows[0]?.id ?? ''
}

async function stateOf(userId: string): Promise<string | undefined> {
  const { rows } = await db.$client.query<{ state: string }>(
    'select state from billing_subscriptions where user_id = $1',
    [userId],
  )
  return rows[0]?.state
}

async function givePack(userId: string, expiresAt: Date): Promise<void> {
  const book = ledger({ now: () => new Date() })
  await transaction(db, (tx) =>
    book.grant(tx, { userId, amount: credits(40), key: randomUUID(), source: 'pack', expiresAt }),
  )
}
