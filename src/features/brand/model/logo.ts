import { z } from 'zod'
import { ANCHORS } from '#platform/shared/anchor.ts'

/** Largest file of a logo, in bytes. */
export const LOGO_MAX_BYTES = 2_000_000
/** Longest side of a picture that is sent, in pixels. */
export const LOGO_MAX_SIDE = 4_096
/** Longest side of a stored logo, in pixels. */
export const LOGO_STORED_SIDE = 1_024
/** Logos of one account, with the pictures on words. */
export const MAX_LOGOS = 40
/** Bytes of a file that tell which kind it is. */
export const LOGO_HEAD_BYTES = 512
/** Longest name of a logo, in letters. */
export const LOGO_NAME_LENGTH = 80

/** A picture that somebody added to their account, to show on videos. */
export const Logo = z.object({
  id: z.uuid(),
  /** From its file's name, without the ending. */
  name: z.string().min(1).max(LOGO_NAME_LENGTH),
  /** Of its largest level, in pixels. */
  width: z.int().min(1).max(LOGO_STORED_SIDE),
  height: z.int().min(1).max(LOGO_STORED_SIDE),
  sizeBytes: z.int().min(1),
  createdAt: z.iso.datetime(),
})
export type Logo = z.output<typeof Logo>

/** The logo that new videos offer first, and where it stands. */
export const KitLogo = z.object({
  id: z.uuid(),
  anchor: z.enum(ANCHORS),
  /** Its longer side, as a share of the frame's shorter side. */
  size: z.number().min(0.02).max(1),
  /** Distance from the edges, as a share of the frame's shorter side. */
  margin: z.number().min(0).max(0.25),
  opacity: z.number().min(0).max(1),
})
export type KitLogo = z.output<typeof KitLogo>

/** What the first bytes of a file say that it is. */
export type LogoKind = 'picture' | 'animated' | 'svg' | 'other'

/** The signatures of JPEG, PNG and WebP; a dot is any byte. From the WHATWG "MIME Sniffing" standard, §6.1. */
const SIGNATURES = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF....WEBPVP']

/** The kind of a file. @param head its first bytes, up to `LOGO_HEAD_BYTES` */
export function kindOfLogo(head: Uint8Array): LogoKind {
  const start = String.fromCharCode(...head.subarray(0, LOGO_HEAD_BYTES))
  if (SIGNATURES.some((signature) => startsLike(start, signature))) return isAnimated(start) ? 'animated' : 'picture'
  return /<svg[\s>]/i.test(start) || /^[^<]{0,8}<\?xml/.test(start) ? 'svg' : 'other'
}

/** Whether a PNG has the chunk of an animation, or a WebP the flag. */
function isAnimated(start: string): boolean {
  if (startsLike(start, '\x89PNG')) return start.includes('acTL')
  return startsLike(start, 'RIFF....WEBPVP8X') && (start.charCodeAt(WEBP_FLAGS_AT) & WEBP_ANIMATION) !== 0
}

const WEBP_FLAGS_AT = 20
const WEBP_ANIMATION = 0x02

function startsLike(start: string, signature: string): boolean {
  return [...signature].every((sign, at) => sign === '.' || sign === start[at])
}

/** The name of a logo from its file's name: without folders, ending and control characters. */
export function logoName(fileName: string): string {
  const base = fileName.split(/[/\\]/).at(-1) ?? ''
  const name = base
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/\p{C}/gu, '')
    .trim()
  return name.slice(0, LOGO_NAME_LENGTH) || 'Logo'
}
