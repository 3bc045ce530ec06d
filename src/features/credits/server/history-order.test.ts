import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { transaction, type Tx } from '#platform/server/db.ts'
import { migrate } from '#platform/server/migrations.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { countBlockedQueries } from '../../../../tests/support/blocked-queries.ts'
import { migrateUntil } from '../../../../tests/support/migrations.ts'
import { credits } from '../model/index.ts'
import { auditLedger } from './audit.ts'
import { ledger } from './ledger.ts'

const { db } = await testDatabase({ max: 20 })
const old = await testDatabase()
const DAY_MS = 86_400_000

test('an expiry swept with a later movement precedes it in the history', async () => {
  const { userId, book, run, clock, lines } = await start()
  const grant = { userId, amount: credits(100), key: randomUUID(), expiresAt: new Date(clock.now + DAY_MS) }
  await run((tx) => book.grant(tx, { userId, amount: credits(30), key: randomUUID() }))
  await run((tx) => book.grant(tx, grant))
  clock.now += 2 * DAY_MS
  await run((tx) => book.deduct(tx, { userId, amount: credits(5), key: randomUUID() }))
  expect(await lines()).toEqual([
    [-5, 25],
    [-100, 30],
    [100, 130],
    [30, 30],
  ])
  expect((await auditLedger(db)).unchained).toBe(0)
})

test('concurrent movements appear in the history in the order they happened', async () => {
  const { userId, book, run, lines } = await start()
  await run((tx) => book.grant(tx, { userId, amount: credits(100), key: randomUUID() }))
  let late: Promise<unknown> | undefined
  await run(async (tx) => {
    await tx.$client.query('select 1 from credit_accounts where user_id = $1 for update', [userId])
    // Its transaction already has a number and waits for the account.
    late = run((other) => book.deduct(other, { userId, amount: credits(40), key: randomUUID() }))
    await expect.poll(() => countBlockedQueries(db)).toBe(1)
    await book.deduct(tx, { userId, amount: credits(10), key: randomUUID() })
  })
  await late
  expect(await lines()).toEqual([
    [-40, 50],
    [-10, 90],
    [100, 100],
  ])
  expect((await auditLedger(db)).unchained).toBe(0)
})

test('pages of a history follow each other without a gap', async () => {
  const { userId, book, run } = await start()
  await run((tx) => book.grant(tx, { userId, amount: credits(100), key: randomUUID() }))
  await Promise.all(
    Array.from({ length: 8 }, () => run((tx) => book.deduct(tx, { userId, amount: credits(3), key: randomUUID() }))),
  )
  const balances: number[] = []
  for (let before: string | undefined; ;) {
    const page = await book.history(db, userId, { limit: 2, ...(before !== undefined && { before }) })
    if (page.length === 0) break
    balances.push(...page.map(({ balanceAfter }) => balanceAfter))
    before = page.at(-1)?.seq
  }
  expect(balances).toEqual([76, 79, 82, 85, 88, 91, 94, 97, 100])
})

test('entries from before the sequence was stored are sorted as they happened', async () => {
  const client = old.db.$client
  await migrateUntil(old, '0030')
  const userId = randomUUID()
  await client.query('insert into users (id, email) values ($1, $2)', [userId, 'dana@example.com'])
  const { rows } = await client.query<{ id: string }>(
    'insert into credit_accounts (user_id) values ($1) returning id',
    [userId],
  )
  // As stored: numbers in the order of the keys, balances in the order of the lock.
  const written = [
    [30, 30],
    [100, 130],
    [-5, 25],
    [-100, 30],
    [-10, 15],
    [20, 45],
    [-10, 25],
    [-10, 35],
  ] as const
  for (const [amount, balance] of written) await insertEntry(rows[0]?.id ?? '', amount, balance)
  expect(await migrate(old.db)).toContain('0030_money.sql')
  const book = ledger({ now: () => new Date() })
  const lines = (await book.history(old.db, userId, { limit: 20 })).map(({ amount, balanceAfter }) => [
    amount,
    balanceAfter,
  ])
  expect(lines.toReversed()[0]).toEqual([30, 30])
  let balance = 0
  for (const [amount = 0, after] of lines.toReversed()) {
    balance += amount
    expect(after).toBe(balance)
  }
  expect(lines).toHaveLength(written.length)
  expect((await auditLedger(old.db)).unchained).toBe(0)
  await transaction(old.db, (tx) => book.grant(tx, { userId, amount: credits(1), key: randomUUID() }))
  expect((await book.history(old.db, userId, { limit: 1 }))[0]).toMatchObject({ amount: 1 })
})

async function insertEntry(accountId: string, amount: number, balance: number): Promise<void> {
  await transaction(old.db, async (tx) => {
    const { rows } = await tx.$client.query<{ id: string }>(
      `insert into credit_transactions (kind, idempotency_key) values ('adjustment', $1) returning id`,
      [randomUUID()],
    )
    await tx.$client.query(
      `insert into credit_entries (transaction_id, account_id, amount, balance_after)
       select $1::bigint, $2::bigint, $3::int, $4::int
       union all select $1::bigint, id, -$3::int, null from credit_accounts where system = 'grants'`,
      [rows[0]?.id, accountId, amount, balance],
    )
  })
}

/** A user with an account, and a ledger whose clock the test moves. */
async function start() {
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') }
  const book = ledger({ now: () => new Date(clock.now) })
  const userId = randomUUID()
  await db.$client.query('insert into users (id, email) values ($1, $2)', [userId, `${userId}@example.com`])
  return {
    userId,
    clock,
    book,
    run: <T>(work: (tx: Tx) => Promise<T>) => transaction(db, work),
    /** Amount and balance of each line, newest first. */
    lines: async () =>
      (await book.history(db, userId, { limit: 20 })).map(({ amount, balanceAfter }) => [amount, balanceAfter]),
  }
}
