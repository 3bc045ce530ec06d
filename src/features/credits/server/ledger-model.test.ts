import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#platform/shared/errors.ts'
import { type Tx, transaction } from '#platform/server/db.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { credits } from '../model/index.ts'
import { auditLedger } from './audit.ts'
import { ledger } from './ledger.ts'

const { db } = await testDatabase()

/** The actions of a user, in any order and with any key, new or used. */
const action = fc.record({
  kind: fc.constantFrom('grant' as const, 'deduct' as const, 'hold' as const, 'capture' as const, 'release' as const),
  amount: fc.integer({ min: 1, max: 40 }),
  key: fc.integer({ min: 0, max: 5 }),
})
type Action = { kind: 'grant' | 'deduct' | 'hold' | 'capture' | 'release'; amount: number; key: number }

test('after any sequence of actions the ledger equals plain arithmetic', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
      const { userId, act } = await start()
      const expected = new Arithmetic()
      for (const step of actions) expect(await act(step), JSON.stringify(step)).toBe(expected.act(step))
      expect(await ledger({ now }).balance(db, userId)).toEqual({
        available: expected.balance - expected.held,
        held: expected.held,
      })
      expect(await auditLedger(db)).toEqual({
        sum: 0,
        unbalanced: 0,
        drifted: 0,
        misheld: 0,
        uncharged: 0,
        mislotted: 0,
        lotless: 0,
        unchained: 0,
      })
    }),
    { numRuns: 40 },
  )
})

/** The rules of credits in a few lines: the result of each step and the balance. */
class Arithmetic {
  balance = 0
  held = 0
  readonly #moved = new Map<string, number>()
  readonly #holds = new Map<number, { amount: number; open: boolean }>()

  act({ kind, amount, key }: Action): string {
    if (kind === 'grant' || kind === 'deduct') return this.#move(`${kind}:${key}`, kind === 'grant' ? amount : -amount)
    const hold = this.#holds.get(key)
    if (kind === 'hold') return this.#hold(key, amount, hold)
    // Releasing an unknown hold does nothing; capturing it is refused.
    if (hold === undefined) return kind === 'release' ? 'replayed' : 'not_found'
    if (!hold.open) return 'replayed'
    if (kind === 'capture') this.balance -= hold.amount
    this.held -= hold.amount
    hold.open = false
    return 'applied'
  }

  #move(key: string, amount: number): string {
    const before = this.#moved.get(key)
    if (before !== undefined) return before === amount ? 'replayed' : 'conflict'
    if (this.balance - this.held + amount < 0) return 'insufficient_credits'
    this.#moved.set(key, amount)
    this.balance += amount
    return 'applied'
  }

  #hold(key: number, amount: number, before: { amount: number } | undefined): string {
    if (before !== undefined) return before.amount === amount ? 'replayed' : 'conflict'
    if (this.balance - this.held < amount) return 'insufficient_credits'
    this.#holds.set(key, { amount, open: true })
    this.held += amount
    return 'applied'
  }
}

const now = () => new Date('2026-11-20T12:00:00Z')

/** A new user; runs a step on the real ledger and reports it in the terms of the arithmetic. */
async function start() {
  const userId = randomUUID()
  await db.$client.query('insert into users (id, email) values ($1, $2)', [userId, `${userId}@example.com`])
  await db.$client.query('insert into credit_accounts (user_id) values ($1)', [userId])
  const book = ledger({ now })

  const apply = (tx: Tx, { kind, amount, key }: Action): Promise<{ applied: boolean }> => {
    const own = `${userId}:${kind === 'grant' || kind === 'deduct' ? kind : 'hold'}:${key}`
    if (kind === 'capture') return book.capture(tx, { key: own })
    if (kind === 'release') return book.release(tx, { key: own })
    return book[kind](tx, { userId, amount: credits(amount), key: own })
  }
  const act = async (step: Action): Promise<string> => {
    try {
      return (await transaction(db, (tx) => apply(tx, step))).applied ? 'applied' : 'replayed'
    } catch (error) {
      if (error instanceof AppError) return error.code
      throw error
    }
  }
  return { userId, act }
}
