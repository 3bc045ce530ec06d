import { expect, test } from 'vitest'
import { checkReach, isPrivateAddress } from './network-address.ts'

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
])('takes %s for private', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

test.each(['1.1.1.1', '100.128.0.1', '172.32.0.1', '192.169.0.1', '223.255.255.255', '2606:4700::1111'])(
  'takes %s for public',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  },
)

test('reaches public addresses only with encryption, and private ones only where allowed', () => {
  const reach = (allowPrivate: boolean, isEncrypted: boolean) => (address: string) => () =>
    checkReach(address, { allowPrivate, isEncrypted })
  expect(reach(false, true)('1.1.1.1')).not.toThrow()
  expect(reach(true, false)('10.0.0.1')).not.toThrow()
  expect(reach(true, false)('1.1.1.1')).toThrow('not encrypted')
  expect(reach(false, true)('10.0.0.1')).toThrow('not allowed')
})
