import { CODE_LENGTH } from './constants.ts'

/** Crockford's base 32: without I, L, O and U, which people misread or misspell. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * A referral code from random bytes: 8 characters, 40 bits.
 * @param bytes at least 8, from a cryptographic source; five bits of each are used
 */
export function codeFrom(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, CODE_LENGTH), (byte) => ALPHABET.charAt(byte & 31)).join('')
}

/** A code as stored, in any typed case; null for an impossible code. */
export function normalizeCode(entered: string): string | null {
  const code = entered.trim().toUpperCase()
  return code.length === CODE_LENGTH && Array.from(code).every((letter) => ALPHABET.includes(letter)) ? code : null
}
