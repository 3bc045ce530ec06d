import { expect, test } from 'vitest'
import { changesBetween, isOperatorAddress } from './operator-rules.ts'

test.each([
  { email: 'olga@example.com', emailVerified: true, is: true },
  { email: 'Olga@Example.com', emailVerified: true, is: true },
  { email: 'olga@example.com', emailVerified: false, is: false },
  { email: 'olga@example.com.evil.example', emailVerified: true, is: false },
  { email: '', emailVerified: true, is: false },
])('$email, verified $emailVerified, is an operator: $is', ({ is, ...user }) => {
  expect(isOperatorAddress(['olga@example.com', 'otto@example.com'], user)).toBe(is)
  expect(isOperatorAddress([], user)).toBe(false)
})

test('lists only changed facts, including added and removed ones', () => {
  expect(
    changesBetween({ state: 'pending', cents: 800, note: 'x' }, { state: 'hold', cents: 800, holds: ['operator'] }),
  ).toEqual([
    { name: 'state', was: 'pending', is: 'hold' },
    { name: 'holds', was: null, is: '["operator"]' },
    { name: 'note', was: 'x', is: null },
  ])
  expect(changesBetween(null, null)).toEqual([])
})
