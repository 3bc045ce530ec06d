import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { FileKind } from '../model/index.ts'

/** What a link stands for: this file, asked for by this person, saved under this name, until then. */
export type Link = z.output<typeof Link>

const Link = z.object({
  kind: FileKind,
  id: z.uuid(),
  /** Who asked for it: what they may see no more, the link gives no more. */
  userId: z.string(),
  downloadName: z.string(),
  /** Milliseconds since 1970. */
  expires: z.int(),
})

/** The key for links out of the secret that signs cookies: neither tells anything of the other. */
export function linkKeyOf(sessionSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', sessionSecret, '', 'storage links', 32))
}

/** A link as one word for an address: what it says and, over exactly that, an HMAC-SHA-256. */
export function signLink(key: Uint8Array, link: Link): string {
  const said = Buffer.from(JSON.stringify(link)).toString('base64url')
  return `${said}.${signatureOf(key, said).toString('base64url')}`
}

/** What a link says, expired or not; undefined when anything in it is not ours. */
export function readLink(key: Uint8Array, token: string): Link | undefined {
  const [said = '', signed = '', ...more] = token.split('.')
  const given = Buffer.from(signed, 'base64url')
  const right = signatureOf(key, said)
  // Base64 has several spellings of the same bytes: only ours is taken.
  const isOurs = given.length === right.length && timingSafeEqual(given, right)
  if (!isOurs || more.length > 0 || given.toString('base64url') !== signed) return undefined
  return Link.parse(JSON.parse(Buffer.from(said, 'base64url').toString('utf8')))
}

function signatureOf(key: Uint8Array, said: string): Buffer {
  return createHmac('sha256', key).update(said).digest()
}
