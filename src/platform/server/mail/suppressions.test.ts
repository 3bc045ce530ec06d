import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { plansOf } from '../../../../tests/support/plans-of.ts'
import { transaction } from '../db.ts'
import {
  dropOldSuppressions,
  findSuppression,
  liftBounce,
  listSuppressions,
  suppressAddress,
  type Suppression,
  type SuppressionPage,
} from './suppressions.ts'

const { db } = await testDatabase()
await fill()

test('one look-up in the index of 10,000 addresses answers for a mail', async () => {
  const plans = await plansOf(db, (q) => findSuppression(q, 'Dana@example.com'))
  expect(plans).toHaveLength(1)
  expect(plans[0]).toContain('mail_suppressions_address')
})

test.each<Omit<SuppressionPage, 'limit'>>([{}, { search: 'gone' }, { search: 'gone-777@' }, { search: 'nothing' }])(
  'no page of stopped addresses reads them all: %j',
  async (page) => {
    const [first] = await listSuppressions(db, { limit: 1 })
    for (const before of [undefined, first?.id])
      for (const plan of await plansOf(db, (q) => listSuppressions(q, { ...page, before, limit: 26 })))
        expect(plan).not.toContain('Seq Scan')
  },
)

test('pages follow each other without a gap, also within one moment', async () => {
  const all = await listSuppressions(db, { search: 'gone-77', limit: 1_000 })
  const paged: string[] = []
  for (let before: string | undefined; ; before = paged.at(-1)) {
    const page = await listSuppressions(db, { search: 'gone-77', before, limit: 7 })
    paged.push(...page.map(({ id }) => id))
    if (page.length < 7) break
  }
  expect(paged).toEqual(all.map(({ id }) => id))
  expect(all).toHaveLength(111)
})

test('an address has one row, in any case, which counts; a complaint outweighs bounces', async () => {
  const address = `Dana-${randomUUID()}@Example.com`
  await stop(address, 'bounce', 'The mailbox is closed (550).', '2026-11-01T10:00:00.000Z')
  await stop(address.toUpperCase(), 'complaint', 'The recipient reported a mail as spam.', '2026-11-02T10:00:00.000Z')
  await stop(address, 'bounce', 'The mailbox is closed (550).', '2026-11-03T10:00:00.000Z')
  expect(await findSuppression(db, address)).toMatchObject({
    address: address.toLowerCase(),
    kind: 'complaint',
    reason: 'The recipient reported a mail as spam.',
    times: 3,
    firstAt: '2026-11-01T10:00:00.000Z',
    lastAt: '2026-11-03T10:00:00.000Z',
  })
})

test('many bounces of one address at once are all counted', async () => {
  const address = `${randomUUID()}@example.com`
  await Promise.all(Array.from({ length: 8 }, () => stop(address, 'bounce', 'Gone (550).', '2026-11-01T10:00:00.000Z')))
  expect(await findSuppression(db, address)).toMatchObject({ times: 8 })
})

test('a mail that was read lifts a bounce, not a complaint', async () => {
  const [bounced, complained] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
  await stop(bounced, 'bounce', 'Gone (550).', '2026-11-01T10:00:00.000Z')
  await stop(complained, 'complaint', 'Spam.', '2026-11-01T10:00:00.000Z')
  for (const address of [bounced, complained]) await transaction(db, (tx) => liftBounce(tx, address))
  expect(await findSuppression(db, bounced)).toBeUndefined()
  expect(await findSuppression(db, complained)).toMatchObject({ kind: 'complaint' })
})

test('an address is forgotten a year after its last bounce', async () => {
  const [old, recent] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
  await stop(old, 'bounce', 'Gone (550).', '2025-11-01T10:00:00.000Z')
  await stop(recent, 'bounce', 'Gone (550).', '2025-12-01T10:00:00.000Z')
  await transaction(db, (tx) => dropOldSuppressions(tx, new Date('2026-11-26T10:00:00.000Z')))
  expect(await findSuppression(db, old)).toBeUndefined()
  expect(await findSuppression(db, recent)).toBeDefined()
})

function stop(address: string, kind: Suppression['kind'], reason: string, at: string): Promise<void> {
  return transaction(db, (tx) => suppressAddress(tx, { id: randomUUID(), address, kind, reason, at: new Date(at) }))
}

/** 10,000 addresses, ten at each moment. */
async function fill(): Promise<void> {
  await db.$client.query(
    `insert into mail_suppressions (id, address, kind, reason, first_at, last_at)
     select gen_random_uuid(), 'gone-' || n || '@example.com', 'bounce', 'Its mail server does not know it (550).', at, at
     from (select n, '2026-11-01'::timestamptz + (n / 10) * interval '1 minute' as at from generate_series(1, 10000) n) as s`,
  )
  await db.$client.query('analyze mail_suppressions')
}
