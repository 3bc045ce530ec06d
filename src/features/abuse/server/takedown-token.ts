import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** 128 bits: nobody finds one by trying, and the address stays within the length of our pages' parameters. */
const SIGNATURE_BYTES = 16
const UUID_LENGTH = 36

/** Derives the key of takedown links from the cookie secret; neither reveals the other. */
export function takedownKeyOf(sessionSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', sessionSecret, '', 'takedown links', 32))
}

/** The path of a takedown: its holder reads the reason and may object, also while their account is suspended. */
export function takedownPath(key: Uint8Array, caseId: string): string {
  return `/takedown/${caseId}${signatureOf(key, caseId).toString('base64url')}`
}

/** The case of a token; undefined unless we signed it. */
export function caseIdOf(key: Uint8Array, token: string): string | undefined {
  const caseId = token.slice(0, UUID_LENGTH)
  const given = Buffer.from(token.slice(UUID_LENGTH), 'base64url')
  const expected = signatureOf(key, caseId)
  return given.length === expected.length && timingSafeEqual(given, expected) ? caseId : undefined
}

function signatureOf(key: Uint8Array, caseId: string): Buffer {
  return createHmac('sha256', key).update(`takedown|${caseId}`).digest().subarray(0, SIGNATURE_BYTES)
}
