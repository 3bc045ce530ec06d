import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Tx, transaction } from '#platform/server/db.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { credits, type CreditSource, MAX_CREDITS } from '../model/index.ts'
import { auditDaily, auditLedger, driftOf } from './audit.ts'
import { claimUnnotifiedExpiries } from './expire-credits.ts'
import { ledger } from './ledger.ts'
import { creditsProcedures } from './procedures.ts'
import { call } from '@orpc/server'

const { db } = await testDatabase({ max: 20 })
const DAY_MS = 86_400_000

test('spends the credits that expire first, and permanent ones last', async () => {
  const { give, spend, left } = await start()
  await give(30, { source: 'start' })
  await give(100, { source: 'pack', endsInDays: 365 })
  await give(200, { source: 'subscription', endsInDays: 60 })
  await spend(250)
  expect(await left()).toEqual({ subscription: 0, pack: 50, start: 30 })
})

test('credits expire at their time and not a millisecond before, with or without a sweep', async () => {
  const { give, spend, available, clock, sweep, history } = await start()
  await give(200, { source: 'subscription', endsInDays: 60 })
  await give(30, { source: 'start' })
  clock.now += 60 * DAY_MS - 1
  expect(await available()).toBe(230)
  clock.now += 1
  expect(await available()).toBe(30)
  await expect(spend(31)).rejects.toMatchObject({ details: { current: 30, required: 31 } })
  await sweep()
  expect(await available()).toBe(30)
  expect(await sweep()).toBe(0)
  expect((await history())[0]).toMatchObject({ kind: 'expiry', amount: -200, balanceAfter: 30 })
})

test('does not hold expired credits', async () => {
  const { give, clock, run, book, userId, sweep } = await start()
  await give(20, { source: 'pack', endsInDays: 1 })
  clock.now += DAY_MS
  await expect(run((tx) => book.hold(tx, { userId, amount: credits(10), key: userId }))).rejects.toMatchObject({
    details: { current: 0, required: 10 },
  })
  expect(await sweep()).toBe(20)
})

test('work begun in time may use credits that expire meanwhile; a release loses them', async () => {
  const { give, available, clock, run, book, userId, left } = await start()
  await give(20, { source: 'pack', endsInDays: 1 })
  await run((tx) => book.hold(tx, { userId, amount: credits(10), key: `${userId}:a` }))
  await run((tx) => book.hold(tx, { userId, amount: credits(5), key: `${userId}:b`, lastsMs: 10 * DAY_MS }))
  clock.now += 2 * DAY_MS
  expect(await run((tx) => book.expire(tx))).toBe(5)
  await run((tx) => book.capture(tx, { key: `${userId}:a` }))
  await run((tx) => book.release(tx, { key: `${userId}:b` }))
  expect(await available()).toBe(0)
  expect(await run((tx) => book.expire(tx))).toBe(5)
  expect(await left()).toEqual({ pack: 0 })
})

test('a refund revokes what is left and owes the rest, which blocks spending until paid', async () => {
  const { give, spend, takeBack, available, left } = await start()
  await give(30, { source: 'start' })
  const key = await give(100, { source: 'pack', endsInDays: 365 })
  await spend(110)
  expect(await takeBack(key, 100)).toBe(100)
  expect(await available()).toBe(-80)
  await expect(spend(1)).rejects.toMatchObject({ details: { current: -80, required: 1 } })
  await give(50, { source: 'adjustment' })
  expect(await available()).toBe(-30)
  await give(50, { source: 'subscription', endsInDays: 30 })
  expect(await available()).toBe(20)
  expect(await left()).toEqual({ pack: 0, start: 0, adjustment: 0, subscription: 20 })
  await spend(20)
})

test('partial refunds never revoke more than was granted, nor what has expired', async () => {
  const { give, takeBack, available, clock } = await start()
  const key = await give(100, { source: 'pack', endsInDays: 1 })
  expect([await takeBack(key, 30), await takeBack(key, 30), await takeBack(key, 90)]).toEqual([30, 30, 40])
  expect(await takeBack(key, 1)).toBe(0)
  const ended = await give(50, { source: 'pack', endsInDays: 1 })
  clock.now += DAY_MS
  expect(await takeBack(ended, 50)).toBe(0)
  expect(await available()).toBe(0)
})

test('a refund during running work: the work is charged and owed', async () => {
  const { give, takeBack, available, run, book, userId } = await start()
  const key = await give(100, { source: 'pack', endsInDays: 365 })
  await run((tx) => book.hold(tx, { userId, amount: credits(40), key: userId, reason: 'Captions for talk.mp4, 24 s' }))
  await takeBack(key, 100)
  expect(await available()).toBe(-40)
  await run((tx) => book.capture(tx, { key: userId }))
  expect(await available()).toBe(-40)
})

test('the same refund 20 times at once revokes the credits once', async () => {
  const { give, run, book, userId, available } = await start()
  const grantKey = await give(100, { source: 'pack', endsInDays: 365 })
  const revocation = { userId, grantKey, amount: credits(60), key: randomUUID() }
  const revoked = await Promise.all(Array.from({ length: 20 }, () => run((tx) => book.revoke(tx, revocation))))
  expect(revoked.filter((amount) => amount > 0)).toEqual([60])
  expect(await available()).toBe(40)
})

test('concurrent spends, expiries and refunds leave a sound ledger', async () => {
  const { give, spend, takeBack, clock, run, book } = await start()
  const keys = await Promise.all(
    Array.from({ length: 10 }, (_, n) => give(20, { source: 'pack', endsInDays: n % 2 === 0 ? 1 : 9 })),
  )
  clock.now += DAY_MS
  const steps = keys.flatMap((key) => [spend(7), takeBack(key, 5), run((tx) => book.expire(tx)), spend(3)])
  await Promise.allSettled(steps)
  expect(driftOf(await auditLedger(db))).toBe(0)
})

test('shows the owner each movement with its reason, and credits expiring within a week', async () => {
  const { give, run, book, userId, clock } = await start()
  await give(30, { source: 'start' })
  await give(100, { source: 'pack', endsInDays: 5 })
  await run((tx) => book.hold(tx, { userId, amount: credits(10), key: userId, reason: 'Captions for talk.mp4, 24 s' }))
  await run((tx) => book.capture(tx, { key: userId }))
  const procedures = creditsProcedures({ db, ledger: book })
  const context = { caller: { userId, email: '' }, requestId: '' }
  const first = await call(procedures.history, { limit: 2 }, { context })
  expect(first.movements.map(({ reason, amount }) => [reason, amount])).toEqual([
    ['Captions for talk.mp4, 24 s', -10],
    ['Credits added', 100],
  ])
  const rest = await call(procedures.history, { limit: 2, before: first.next ?? '' }, { context })
  expect([rest.movements.length, rest.next]).toEqual([1, null])
  expect(await call(procedures.balance, undefined, { context })).toEqual({
    available: 120,
    held: 0,
    expiringSoon: { amount: 90, at: new Date(clock.now + 5 * DAY_MS).toISOString() },
    unlimited: false,
  })
})

test('held credits do not expire; of the rest, shows how many do and when first', async () => {
  const { give, run, book, userId, clock } = await start()
  await give(20, { source: 'pack', endsInDays: 2 })
  await give(50, { source: 'pack', endsInDays: 5 })
  await give(70, { source: 'pack', endsInDays: 6 })
  const soon = async () => (await book.overview(db, userId)).expiringSoon
  const days = (count: number) => new Date(clock.now + count * DAY_MS).toISOString()
  expect(await soon()).toEqual({ amount: 140, at: days(2) })
  await run((tx) => book.hold(tx, { userId, amount: credits(30), key: userId }))
  expect(await soon()).toEqual({ amount: 110, at: days(5) })
  await run((tx) => book.hold(tx, { userId, amount: credits(110), key: `${userId}:2` }))
  expect(await soon()).toBeNull()
})

test('notifies once about credits that expire within a week', async () => {
  const { give, run, clock, userId } = await start()
  await give(40, { source: 'pack', endsInDays: 7 })
  await give(40, { source: 'pack', endsInDays: 8 })
  const notify = async () =>
    (await run((tx) => claimUnnotifiedExpiries(tx, new Date(clock.now)))).filter((notices) => notices.userId === userId)
  expect((await notify()).map(({ amount }) => amount)).toEqual([40])
  expect(await notify()).toEqual([])
})

test('reports credits that expire on two days of a week separately', async () => {
  const { give, run, clock, userId } = await start()
  await give(40, { source: 'pack', endsInDays: 3 })
  await give(70, { source: 'pack', endsInDays: 5 })
  const notices = (await run((tx) => claimUnnotifiedExpiries(tx, new Date(clock.now)))).filter(
    (one) => one.userId === userId,
  )
  expect(notices.map(({ amount, at }) => [amount, at.getTime() - clock.now])).toEqual([
    [40, 3 * DAY_MS],
    [70, 5 * DAY_MS],
  ])
})

test('the nightly audit runs once a day and stores its finding', async () => {
  const noon = new Date('2026-11-20T12:00:00Z')
  expect(await storedDrift()).toEqual([])
  const audit = await auditDaily(db, noon)
  expect(audit && driftOf(audit)).toBe(0)
  expect(await auditDaily(db, new Date('2026-11-20T23:59:00Z'))).toBeUndefined()
  expect(await storedDrift()).toEqual([0])
  const { userId, give } = await start()
  await give(30, { source: 'start' })
  await db.$client.query('update credit_accounts set balance = balance + 1 where user_id = $1', [userId])
  await auditDaily(db, new Date('2026-11-21T03:00:00Z'))
  expect(await storedDrift()).toEqual([0, 2])
  await db.$client.query('update credit_accounts set balance = balance - 1 where user_id = $1', [userId])
})

test('with billing off nothing is charged, and an earlier hold still settles', async () => {
  const { userId, run, give, book, available } = await start()
  await give(30, { source: 'start' })
  await run((tx) => book.hold(tx, { userId, amount: credits(10), key: `${userId}:before` }))
  const free = ledger({ now: () => new Date(), unlimited: true })
  await run(async (tx) => {
    await free.capture(tx, { key: `${userId}:before` })
    await free.hold(tx, { userId, amount: credits(5_000), key: `${userId}:after` })
    await free.capture(tx, { key: `${userId}:after` })
    await free.deduct(tx, { userId, key: randomUUID() })
  })
  expect(await free.overview(db, userId)).toMatchObject({ available: MAX_CREDITS, unlimited: true })
  expect(await available()).toBe(20)
})

/** The results of all audits, oldest first. */
async function storedDrift(): Promise<number[]> {
  const { rows } = await db.$client.query<{ drift: number }>('select drift from credit_audits order by at')
  return rows.map(({ drift }) => drift)
}

/** A user without credits, and a ledger whose clock the test moves. */
async function start() {
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') }
  const book = ledger({ now: () => new Date(clock.now) })
  const run = <T>(work: (tx: Tx) => Promise<T>) => transaction(db, work)
  const userId = randomUUID()
  await db.$client.query('insert into users (id, email) values ($1, $2)', [userId, `${userId}@example.com`])
  return {
    userId,
    clock,
    book,
    run,
    async give(amount: number, o: { source: CreditSource; endsInDays?: number }): Promise<string> {
      const key = randomUUID()
      const expiresAt = o.endsInDays === undefined ? null : new Date(clock.now + o.endsInDays * DAY_MS)
      await run((tx) => book.grant(tx, { userId, amount: credits(amount), key, source: o.source, expiresAt }))
      return key
    },
    spend: (amount: number) => run((tx) => book.deduct(tx, { userId, amount: credits(amount), key: randomUUID() })),
    takeBack: (grantKey: string, amount: number) =>
      run((tx) => book.revoke(tx, { userId, grantKey, amount: credits(amount), key: randomUUID() })),
    sweep: () => run((tx) => book.expire(tx)),
    available: async () => (await book.balance(db, userId)).available,
    history: () => book.history(db, userId, { limit: 10 }),
    async left(): Promise<Record<string, number>> {
      const { rows } = await db.$client.query<{ source: string; remaining: number }>(
        `select l.source, sum(l.remaining)::int as remaining from credit_lots l
         join credit_accounts a on a.id = l.account_id where a.user_id = $1 group by l.source`,
        [userId],
      )
      return Object.fromEntries(rows.map(({ source, remaining }) => [source, remaining]))
    },
  }
}
