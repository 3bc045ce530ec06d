import { expect, test } from 'vitest'
import { canonicalAddress, domainOf, domainsAbove } from './mail-address.ts'

test.each([
  ['Ada+ref@Example.com', 'ada@example.com'],
  ['a.d.a+x@gmail.com', 'ada@googlemail.com'],
])('D6: %s and %s are one person', (a, b) => {
  expect(canonicalAddress(a)).toBe(canonicalAddress(b))
})

test('D6: dots distinguish addresses except at Gmail', () => {
  expect(canonicalAddress('a.da@example.com')).not.toBe(canonicalAddress('ada@example.com'))
})

test('finds the domain of an address after its last @', () => {
  expect(domainOf('"a@b"@Acme.com')).toBe('acme.com')
})

test('lists the domains above one', () => {
  expect(domainsAbove('b.c.d')).toEqual(['b.c.d', 'c.d', 'd'])
})
