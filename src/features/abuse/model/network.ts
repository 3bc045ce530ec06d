/**
 * The network of a client address, under which its reports are counted. One subscriber has a whole /64 of IPv6, so
 * only its first four groups count.
 * @returns the address itself for IPv4, also where it is written as IPv6; '2001:db8:0:1::/64' for IPv6
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (!address.includes(':')) return address
  const [before = '', after] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const head = before === '' ? [] : before.split(':')
  const tail = after === undefined || after === '' ? [] : after.split(':')
  const zeros = after === undefined ? [] : Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  const groups = [...head, ...zeros, ...tail].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${groups.join(':')}::/64`
}
