import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks that are not the public internet (RFC 6890), with those that carry IPv4 addresses inside IPv6. */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6')

/** Whether an IP address, not a name, is on this machine, in a private network or otherwise not public. */
export function isPrivateAddress(address: string): boolean {
  return PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Which addresses a connection may reach. */
export type Reach = { readonly allowPrivate: boolean; readonly isEncrypted: boolean }

/** A host resolves to an address that a connection must not reach. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/**
 * Checks an address before a connection to it.
 * @throws AddressRefused for a private address unless allowed, and for a public one without encryption
 */
export function checkReach(address: string, { allowPrivate, isEncrypted }: Reach): void {
  const isPrivate = isPrivateAddress(address)
  if (isPrivate && !allowPrivate) throw new AddressRefused(`${address} is in a private network, which is not allowed`)
  if (!isPrivate && !isEncrypted) throw new AddressRefused(`${address} is public and the connection not encrypted`)
}

/**
 * Resolves a host for one connection, which then uses the checked address: a name that resolves to another one a moment
 * later cannot lead it elsewhere.
 */
export function checkedLookup(reach: Reach): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '')
      try {
        for (const { address } of found) checkReach(address, reach)
      } catch (refusal) {
        return callback(refusal instanceof Error ? refusal : new Error(String(refusal)), '')
      }
      const [first] = found
      if (options.all === true) return callback(null, found)
      return callback(null, first?.address ?? '', first?.family)
    })
  }
}

/** The host of an address, without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/gu, '')
}
