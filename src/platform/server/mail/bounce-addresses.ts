import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** 80 bits: nobody finds one by trying, and the local part stays within the 64 characters of RFC 5321 §4.5.3.1.1. */
const SIGNATURE_BYTES = 10
const UUID_HEX = 32
const HEX_LENGTH = UUID_HEX + 2 * SIGNATURE_BYTES
/** Digits and small letters only: some servers change the case of an address. */
const TOKEN_LENGTH = 42
const TOKEN = /^[0-9a-v]{42}$/u
/** Addresses examined in one report. */
const MAX_TOKENS = 20

/** The longest local part of the setting `MAIL_BOUNCES`, which is followed by `+` and a token. */
export const BOUNCES_LOCAL_MAX = 64 - 1 - TOKEN_LENGTH

/** The envelope senders of mails. Each names its mail with a signature, so that nobody can report another one. */
export type BounceAddresses = {
  /** `bounces+TOKEN@example.com` */
  of(mailId: string): string
  /** The mails whose envelope senders stand in a text, each once. */
  mailIdsIn(text: string): string[]
}

/** @param o.address the setting `MAIL_BOUNCES` @param o.secret the cookie secret; neither key reveals the other */
export function openBounceAddresses(o: { address: string; secret: string }): BounceAddresses {
  const address = o.address.toLowerCase()
  const at = address.lastIndexOf('@')
  const start = `${address.slice(0, at)}+`
  const end = address.slice(at)
  const key = new Uint8Array(hkdfSync('sha256', o.secret, '', 'bounce addresses', 32))
  const tokenOf = (idHex: string): string =>
    BigInt(`0x${idHex}${signatureOf(key, idHex).toString('hex')}`)
      .toString(32)
      .padStart(TOKEN_LENGTH, '0')
  return {
    of: (mailId) => `${start}${tokenOf(mailId.replaceAll('-', ''))}${end}`,
    mailIdsIn(text) {
      const tokens = tokensIn(text.toLowerCase(), { start, end })
      return tokens.flatMap((token) => mailIdOf(key, token) ?? [])
    },
  }
}

function tokensIn(text: string, { start, end }: { start: string; end: string }): string[] {
  const tokens = new Set<string>()
  for (let at = text.indexOf(start); at !== -1 && tokens.size < MAX_TOKENS; at = text.indexOf(start, at + 1)) {
    const from = at + start.length
    const token = text.slice(from, from + TOKEN_LENGTH)
    if (TOKEN.test(token) && text.startsWith(end, from + TOKEN_LENGTH)) tokens.add(token)
  }
  return [...tokens]
}

/** The mail of a token; undefined unless we signed it. */
function mailIdOf(key: Uint8Array, token: string): string | undefined {
  let value = 0n
  for (const digit of token) value = value * 32n + BigInt(Number.parseInt(digit, 32))
  const hex = value.toString(16).padStart(HEX_LENGTH, '0')
  if (hex.length !== HEX_LENGTH) return undefined
  const id = hex.slice(0, UUID_HEX)
  if (!timingSafeEqual(Buffer.from(hex.slice(UUID_HEX), 'hex'), signatureOf(key, id))) return undefined
  return [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-')
}

function signatureOf(key: Uint8Array, idHex: string): Buffer {
  return createHmac('sha256', key).update(`mail|${idHex}`).digest().subarray(0, SIGNATURE_BYTES)
}
