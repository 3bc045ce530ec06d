import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { BOUNCES_LOCAL_MAX, openBounceAddresses } from './bounce-addresses.ts'

const secret = 'a secret of at least thirty-two characters'
const addresses = openBounceAddresses({ address: 'Bounces@wordpop.example', secret })

test('names each mail by an address that fits into SMTP, and reads it from any text and case', () => {
  for (const id of [randomUUID(), '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']) {
    const address = addresses.of(id)
    expect(address).toMatch(/^bounces\+[0-9a-v]{42}@wordpop\.example$/)
    expect(addresses.mailIdsIn(`Return-Path: <${address.toUpperCase()}>\nTo: ${address}`)).toEqual([id])
  }
  const longest = openBounceAddresses({ address: `${'b'.repeat(BOUNCES_LOCAL_MAX)}@wordpop.example`, secret })
  expect(longest.of(randomUUID()).indexOf('@')).toBe(64)
})

test('an address that we did not sign names no mail', () => {
  const address = addresses.of(randomUUID())
  const other = openBounceAddresses({ address: 'bounces@wordpop.example', secret: `${secret}!` })
  const forged = [
    other.of(randomUUID()),
    address.replace('@wordpop.example', '@wordpop.example.evil.example'.slice(0, 8)),
    address.replace(/\+./, (start) => (start === '+0' ? '+1' : '+0')),
    `bounces+${'v'.repeat(42)}@wordpop.example`,
    `bounces+${'0'.repeat(41)}@wordpop.example`,
    'bounces+@wordpop.example',
  ]
  expect(addresses.mailIdsIn(forged.join('\n'))).toEqual([])
})

test('examines a bounded number of addresses', () => {
  const noise = Array.from({ length: 20 }, (_, n) => `bounces+${String(n).padStart(42, '0')}@wordpop.example`)
  expect(addresses.mailIdsIn([...noise, addresses.of(randomUUID())].join(' '))).toEqual([])
})
