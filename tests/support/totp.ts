import { createHmac } from 'node:crypto'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const PERIOD_MS = 30_000

/** The code that an authenticator app shows for this `otpauth://` address (RFC 6238: SHA-1, 30 seconds, six digits). */
export function codeOf(uri: string, at = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / PERIOD_MS)))
  const mac = createHmac('sha1', secretOf(uri)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/** A code that is wrong for this address now, and in the periods beside. */
export function wrongCodeOf(uri: string): string {
  const right = [-1, 0, 1].map((n) => codeOf(uri, Date.now() + n * PERIOD_MS))
  return ['111111', '222222', '333333', '444444'].find((code) => !right.includes(code)) ?? ''
}

function secretOf(uri: string): Buffer {
  const letters = new URL(uri).searchParams.get('secret') ?? ''
  const bits = [...letters].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
