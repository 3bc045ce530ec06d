import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AppError } from '#platform/shared/errors.ts'
import { type Tx, transaction } from '#platform/server/db.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { credits } from '../model/index.ts'
import { auditLedger } from './audit.ts'
import { ledger } from './ledger.ts'

/** More calls at once would wait for a connection, which times out on a slow machine. */
const AT_ONCE = 20
const { db } = await testDatabase({ max: AT_ONCE })
/** The long run uses 200 (docs/decisions/0012-payments.md). */
// oxlint-disable-next-line node/no-process-env -- a test's own knob
const ROUNDS = Number(process.env['CREDIT_ROUNDS'] ?? 3)
const SOUND = { sum: 0, unbalanced: 0, drifted: 0, misheld: 0, uncharged: 0, mislotted: 0, lotless: 0, unchained: 0 }

test('grants a new user 30 credits once, however often the record loads', async () => {
  const { userId, run, book } = await start(0)
  const granted = await Promise.all(Array.from({ length: 8 }, () => run((tx) => book.grantStart(tx, userId))))
  expect(granted.filter(Boolean)).toHaveLength(1)
  expect(await book.balance(db, userId)).toEqual({ available: 30, held: 0 })
})

test('a spend without an amount takes 10; the same key again takes nothing', async () => {
  const { userId, run, book } = await start(30)
  const key = randomUUID()
  expect(await run((tx) => book.deduct(tx, { userId, key }))).toEqual({ applied: true, balance: 20 })
  expect(await run((tx) => book.deduct(tx, { userId, key }))).toEqual({ applied: false, balance: 20 })
})

test('a spend above the balance reports the balance and the required amount', async () => {
  const { userId, run, book } = await start(30)
  const refused = run((tx) => book.deduct(tx, { userId, amount: credits(31), key: randomUUID() }))
  await expect(refused).rejects.toMatchObject({
    code: 'insufficient_credits',
    message: 'Insufficient credits',
    details: { current: 30, required: 31 },
  })
})

test('a key whose spend was refused works once there are credits, even in the same transaction', async () => {
  const { userId, run, book } = await start(5)
  const key = randomUUID()
  const spent = await run(async (tx) => {
    await expect(book.deduct(tx, { userId, key })).rejects.toThrow('Insufficient credits')
    await book.grant(tx, { userId, amount: credits(5), key: randomUUID() })
    return book.deduct(tx, { userId, key })
  })
  expect(spent).toEqual({ applied: true, balance: 0 })
})

test('refuses holds, spends, grants and reads of an unknown user', async () => {
  const { run, book } = await start(0)
  const movement = { userId: randomUUID(), amount: credits(10), key: randomUUID() }
  for (const ask of [
    () => run((tx) => book.grant(tx, movement)),
    () => run((tx) => book.deduct(tx, movement)),
    () => run((tx) => book.hold(tx, movement)),
    () => book.balance(db, movement.userId),
  ]) {
    await expect(ask()).rejects.toMatchObject({ code: 'not_found', message: 'User not found' })
  }
})

test(
  `40 spends of 10 at once on 30 credits, in ${ROUNDS} rounds: exactly 3 succeed`,
  { timeout: 600_000 },
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { userId, run, book } = await start(30)
      const spends = await Promise.allSettled(
        Array.from({ length: 40 }, () => run((tx) => book.deduct(tx, { userId, key: randomUUID() }))),
      )
      expect(spends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      const reasons = spends.flatMap((spend) => (spend.status === 'rejected' ? [spend.reason] : []))
      expect(reasons.every((reason) => reason instanceof AppError && reason.code === 'insufficient_credits')).toBe(true)
      expect(await book.balance(db, userId)).toEqual({ available: 0, held: 0 })
    }
    expect(await auditLedger(db)).toEqual(SOUND)
  },
)

test('50 keys, each spent with 4 times at once, are spent once', async () => {
  const { userId, run, book } = await start(1_000)
  const keys = Array.from({ length: 50 }, () => randomUUID())
  const spends = await inTurns(keys, { atOnce: AT_ONCE / 4 }, (key) =>
    Promise.all([key, key, key, key].map((same) => run((tx) => book.deduct(tx, { userId, key: same })))),
  )
  expect(spends.flat().filter(({ applied }) => applied)).toHaveLength(50)
  expect(await book.balance(db, userId)).toEqual({ available: 500, held: 0 })
})

test('300 holds, each settled twice at once, settle once with one amount', async () => {
  const { userId, run, book } = await start(3_000)
  const holds = Array.from({ length: 300 }, (_, n) => n)
  const charged = await inTurns(holds, { atOnce: AT_ONCE / 2 }, async (n) => {
    const key = randomUUID()
    await run((tx) => book.hold(tx, { userId, amount: credits(10), key }))
    const settle = () =>
      run((tx) => (n % 3 === 0 ? book.release(tx, { key }) : book.capture(tx, { key, amount: credits(1 + (n % 10)) })))
    const [first, second] = await Promise.all([settle(), settle()])
    expect(first.applied).not.toBe(second.applied)
    return n % 3 === 0 ? 0 : 1 + (n % 10)
  })
  const spent = charged.reduce((sum, amount) => sum + amount, 0)
  expect(await book.balance(db, userId)).toEqual({ available: 3_000 - spent, held: 0 })
  expect(await auditLedger(db)).toEqual(SOUND)
})

test('held credits cannot be spent, and the same hold twice at once is one hold', async () => {
  const { userId, run, book } = await start(30)
  const key = randomUUID()
  const holds = await Promise.all(
    Array.from({ length: 4 }, () => run((tx) => book.hold(tx, { userId, amount: credits(30), key }))),
  )
  expect(holds.filter(({ applied }) => applied)).toHaveLength(1)
  expect(await book.balance(db, userId)).toEqual({ available: 0, held: 30 })
  await expect(run((tx) => book.deduct(tx, { userId, key: randomUUID() }))).rejects.toMatchObject({
    details: { current: 0, required: 10 },
  })
  await run((tx) => book.release(tx, { key }))
  expect(await book.balance(db, userId)).toEqual({ available: 30, held: 0 })
})

test('work begun while billing was off ends without releasing or spending anything', async () => {
  const { userId, run, book } = await start(30)
  const key = randomUUID()
  expect(await run((tx) => book.release(tx, { key }))).toMatchObject({ state: 'released', applied: false })
  await expect(run((tx) => book.capture(tx, { key }))).rejects.toThrow('Hold not found')
  expect(await book.balance(db, userId)).toEqual({ available: 30, held: 0 })
})

test('a hold captured by half releases the other half', async () => {
  const { userId, run, book } = await start(30)
  const key = randomUUID()
  await run((tx) => book.hold(tx, { userId, amount: credits(20), key, reference: 'job-7' }))
  expect(await run((tx) => book.capture(tx, { key, amount: credits(10) }))).toMatchObject({
    state: 'captured',
    captured: 10,
  })
  expect(await book.balance(db, userId)).toEqual({ available: 20, held: 0 })
  const [newest] = await book.history(db, userId, { limit: 1 })
  expect(newest).toMatchObject({ kind: 'usage', amount: -10, balanceAfter: 20, reference: 'job-7' })
})

test('an unsettled hold is released in time, and a late capture charges nothing', async () => {
  const { userId, run, book, clock } = await start(30)
  const key = randomUUID()
  await run((tx) => book.hold(tx, { userId, amount: credits(30), key, lastsMs: 60_000 }))
  expect(await run((tx) => book.releaseExpired(tx))).toBe(0)
  clock.now += 60_000
  expect(await run((tx) => book.releaseExpired(tx))).toBe(1)
  expect(await run((tx) => book.capture(tx, { key }))).toMatchObject({ state: 'released', applied: false })
  expect(await book.balance(db, userId)).toEqual({ available: 30, held: 0 })
})

test('a key belongs to one movement: another amount or user is refused', async () => {
  const { userId, run, book } = await start(30)
  const { userId: other } = await start(30)
  const key = randomUUID()
  await run((tx) => book.deduct(tx, { userId, key }))
  await expect(run((tx) => book.deduct(tx, { userId, key, amount: credits(5) }))).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(run((tx) => book.deduct(tx, { userId: other, key }))).rejects.toMatchObject({ code: 'conflict' })
  expect(await book.balance(db, other)).toEqual({ available: 30, held: 0 })
})

test('a charge rolls back with its transaction', async () => {
  const { userId, run, book } = await start(30)
  const failing = run(async (tx) => {
    await book.deduct(tx, { userId, key: randomUUID() })
    throw new Error('the job was not queued')
  })
  await expect(failing).rejects.toThrow('the job was not queued')
  expect(await book.balance(db, userId)).toEqual({ available: 30, held: 0 })
})

test('the history lists every movement, newest first, page by page', async () => {
  const { userId, run, book } = await start(30)
  for (const reference of ['a', 'b']) await run((tx) => book.deduct(tx, { userId, key: randomUUID(), reference }))
  const [first, second] = await book.history(db, userId, { limit: 2 })
  expect([first?.reference, second?.reference]).toEqual(['b', 'a'])
  const rest = await book.history(db, userId, { limit: 2, before: second?.seq ?? '' })
  expect(rest.map(({ kind, amount }) => ({ kind, amount }))).toEqual([{ kind: 'grant', amount: 30 }])
})

test('the database itself keeps entries balanced and final', async () => {
  const { run } = await start(30)
  const lopsided = run(async (tx) => {
    const { rows } = await tx.$client.query<{ id: string }>(
      `insert into credit_transactions (kind, idempotency_key) values ('usage', $1) returning id`,
      [randomUUID()],
    )
    await tx.$client.query(
      `insert into credit_entries select $1, id, -1, null from credit_accounts where system = 'usage'`,
      [rows[0]?.id],
    )
  })
  await expect(lopsided).rejects.toThrow('does not sum to zero')
  await expect(run((tx) => tx.$client.query('update credit_entries set amount = 99'))).rejects.toThrow('never changed')
  await expect(run((tx) => tx.$client.query('delete from credit_entries'))).rejects.toThrow('never changed')
})

/** Runs `work` for each of `all`, with limited concurrency. */
async function inTurns<T, R>(
  all: readonly T[],
  { atOnce }: { atOnce: number },
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = []
  for (let n = 0; n < all.length; n += atOnce) done.push(...(await Promise.all(all.slice(n, n + atOnce).map(work))))
  return done
}

/** A user with a balance, and a ledger whose clock the test moves. */
async function start(balance: number) {
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') }
  const book = ledger({ now: () => new Date(clock.now) })
  const run = <T>(work: (tx: Tx) => Promise<T>) => transaction(db, work)
  const userId = randomUUID()
  await db.$client.query('insert into users (id, email) values ($1, $2)', [userId, `${userId}@example.com`])
  if (balance > 0) await run((tx) => book.grant(tx, { userId, amount: credits(balance), key: `test:${userId}` }))
  return { userId, book, run, clock }
}
