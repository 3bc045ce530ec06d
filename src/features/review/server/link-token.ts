import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Derives the key of review links from the cookie secret; neither reveals the other. */
export function reviewKeyOf(sessionSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', sessionSecret, '', 'review links', 32))
}

/**
 * The token of a link: 256 bits that follow from its id and the key, so that its owner can copy it again although only
 * its hash is stored.
 * @returns 43 URL-safe characters
 */
export function tokenOf(key: Uint8Array, linkId: string): string {
  return createHmac('sha256', key).update(`token|${linkId}`).digest('base64url')
}

/** SHA-256 in lower-case hexadecimal, as it is stored. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A link that a guest has opened with its password. A new password makes it invalid. */
type Unlocked = { readonly linkId: string; readonly passwordHash: string; readonly expires: number }

/** Signs that a guest knows the password of a link. */
export function signUnlocked(key: Uint8Array, unlocked: Unlocked): string {
  return `${unlocked.expires}.${signatureOf(key, unlocked).toString('base64url')}`
}

/** Whether a signature is ours, for this link and its current password, and still valid. */
export function isUnlocked(
  key: Uint8Array,
  signed: string,
  o: { linkId: string; passwordHash: string; now: Date },
): boolean {
  const [expires = '', signature = ''] = signed.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(key, { ...o, expires: Number(expires) })
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expires) > o.now.getTime()
}

function signatureOf(key: Uint8Array, { linkId, passwordHash, expires }: Unlocked): Buffer {
  return createHmac('sha256', key).update(`unlocked|${linkId}|${passwordHash}|${expires}`).digest()
}
