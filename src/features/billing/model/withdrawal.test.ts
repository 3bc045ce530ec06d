import { expect, test } from 'vitest'
import { type ContractPayment, mayWithdraw, WITHDRAWAL_DAYS, withdrawalRefunds } from './withdrawal.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-11-01T00:00:00Z')

/** A month of a plan for $12.00 with 200 credits, paid on 1 November. */
function payment(changes: Partial<ContractPayment> = {}): ContractPayment {
  return {
    reason: 'first',
    amountPaid: 1_200,
    refunded: 0,
    dispute: 'none',
    paidAtMs: START,
    periodStartMs: START,
    periodEndMs: START + 30 * DAY_MS,
    creditsGranted: 200,
    creditsUsed: 0,
    ...changes,
  }
}

test('the right to withdraw lasts to the last millisecond of the fourteenth day', () => {
  const end = START + WITHDRAWAL_DAYS * DAY_MS
  expect(mayWithdraw(payment(), end - 1)).toBe(true)
  expect(mayWithdraw(payment(), end)).toBe(false)
})

test('a renewal, a change, a disputed and a refunded payment carry no right to withdraw', () => {
  for (const reason of ['renewal', 'change'] as const) expect(mayWithdraw(payment({ reason }), START)).toBe(false)
  for (const dispute of ['open', 'lost'] as const) expect(mayWithdraw(payment({ dispute }), START)).toBe(false)
  expect(mayWithdraw(payment({ refunded: 1_200 }), START)).toBe(false)
  expect(mayWithdraw(payment({ reason: 'pack', dispute: 'won' }), START)).toBe(true)
})

test('the larger share counts: the elapsed time or the used credits', () => {
  expect(withdrawalRefunds([payment()], START)).toEqual([1_200])
  expect(withdrawalRefunds([payment()], START + 3 * DAY_MS)).toEqual([1_080])
  expect(withdrawalRefunds([payment({ creditsUsed: 100 })], START + 3 * DAY_MS)).toEqual([600])
  expect(withdrawalRefunds([payment({ creditsUsed: 200 })], START)).toEqual([0])
})

test('only credits count for a pack, and an indivisible cent is not refunded', () => {
  const pack = payment({ reason: 'pack', amountPaid: 800, creditsGranted: 100, periodEndMs: START })
  expect(withdrawalRefunds([pack], START + 10 * DAY_MS)).toEqual([800])
  expect(withdrawalRefunds([{ ...pack, amountPaid: 799, creditsUsed: 50 }], START)).toEqual([399])
})

test('an upgrade belongs to the contract: each of its payments keeps the same share', () => {
  const upgrade = payment({ reason: 'change', amountPaid: 1_700, creditsGranted: 600, creditsUsed: 100 })
  expect(withdrawalRefunds([payment(), upgrade], START)).toEqual([1_050, 1_487])
  // Time counts in the period of the newest payment.
  const later = { ...upgrade, periodStartMs: START + 3 * DAY_MS, periodEndMs: START + 33 * DAY_MS, creditsUsed: 0 }
  expect(withdrawalRefunds([payment(), later], START + 6 * DAY_MS)).toEqual([1_080, 1_530])
})

test('refunds nothing that is already refunded or held by the bank', () => {
  expect(withdrawalRefunds([payment({ refunded: 700 })], START)).toEqual([500])
  const held = payment({ reason: 'change', dispute: 'open', amountPaid: 1_700 })
  expect(withdrawalRefunds([payment(), held], START)).toEqual([1_200, 0])
})
