import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { FileKind } from '../model/index.ts'

/** The content of a link: the file, its requester, the download name and the expiry. */
export type Link = z.output<typeof Link>

const Link = z.object({
  kind: FileKind,
  id: z.uuid(),
  /** The requester: the link works only while they may see the file. */
  userId: z.string(),
  downloadName: z.string(),
  /** Milliseconds since 1970. */
  expires: z.int(),
})

/** Derives the link key from the cookie secret; neither reveals the other. */
export function linkKeyOf(sessionSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', sessionSecret, '', 'storage links', 32))
}

/** A URL-safe link: its content with an HMAC-SHA-256 over it. */
export function signLink(key: Uint8Array, link: Link): string {
  const content = Buffer.from(JSON.stringify(link)).toString('base64url')
  return `${content}.${signatureOf(key, content).toString('base64url')}`
}

/** The content of a link, expired or not; undefined if it is not authentic. */
export function readLink(key: Uint8Array, token: string): Link | undefined {
  const [content = '', signed = '', ...more] = token.split('.')
  const signature = Buffer.from(signed, 'base64url')
  const expectedSignature = signatureOf(key, content)
  // Base64 has several spellings of the same bytes: accept only ours.
  const isOurs = signature.length === expectedSignature.length && timingSafeEqual(signature, expectedSignature)
  if (!isOurs || more.length > 0 || signature.toString('base64url') !== signed) return undefined
  return Link.parse(JSON.parse(Buffer.from(content, 'base64url').toString('utf8')))
}

function signatureOf(key: Uint8Array, content: string): Buffer {
  return createHmac('sha256', key).update(content).digest()
}
