import { expect, test } from 'vitest'
import { changesBetween, isOperatorAddress } from './operator-rules.ts'

test.each([
  { email: 'olga@example.com', is: true },
  { email: 'Olga@Example.com', is: true },
  { email: 'olga@example.com.evil.example', is: false },
  { email: '', is: false },
])('$email is the address of an operator: $is', ({ is, email }) => {
  expect(isOperatorAddress(['olga@example.com', 'otto@example.com'], email)).toBe(is)
  expect(isOperatorAddress([], email)).toBe(false)
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
