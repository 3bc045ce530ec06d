import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { kindOfLink, type MailKind } from '../../model/index.ts'

const UUID_BYTES = 16
/** 128 bits: nobody finds one by trying, and the token stays within the length of our pages' parameters. */
const SIGNATURE_BYTES = 16

/** One switch of one person. */
export type MailChoice = { readonly userId: string; readonly kind: MailKind }

/** Derives the key of these links from the cookie secret; neither reveals the other. */
export function unsubscribeKeyOf(sessionSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', sessionSecret, '', 'unsubscribe links', 32))
}

/** The token of a link that turns off one kind of mails; it does not expire. `comments-…`, at most 64 characters */
export function unsubscribeToken(key: Uint8Array, choice: MailChoice): string {
  const id = Buffer.from(choice.userId.replaceAll('-', ''), 'hex')
  return `${choice.kind}-${Buffer.concat([id, signatureOf(key, choice)]).toString('base64url')}`
}

/** What a token turns off; undefined unless we signed it. */
export function readUnsubscribeToken(key: Uint8Array, token: string): MailChoice | undefined {
  const kind = kindOfLink(token)
  if (kind === undefined) return undefined
  const bytes = Buffer.from(token.slice(kind.length + 1), 'base64url')
  if (bytes.length !== UUID_BYTES + SIGNATURE_BYTES) return undefined
  const hex = bytes.subarray(0, UUID_BYTES).toString('hex')
  const userId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  const choice = { userId, kind }
  return timingSafeEqual(bytes.subarray(UUID_BYTES), signatureOf(key, choice)) ? choice : undefined
}

function signatureOf(key: Uint8Array, { userId, kind }: MailChoice): Buffer {
  return createHmac('sha256', key).update(`unsubscribe|${kind}|${userId}`).digest().subarray(0, SIGNATURE_BYTES)
}
