/** Bytes of a file that tell which kind it is. */
export const PICTURE_KIND_BYTES = 512

/** What the first bytes of an uploaded file say that it is. */
export type PictureKind = 'picture' | 'animated' | 'svg' | 'other'

/** The signatures of JPEG, PNG and WebP; a dot is any byte. From the WHATWG "MIME Sniffing" standard, §6.1. */
const SIGNATURES = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF....WEBPVP']

/** The kind of a file. @param head its first bytes, up to `PICTURE_KIND_BYTES` */
export function kindOfPicture(head: Uint8Array): PictureKind {
  const start = String.fromCharCode(...head.subarray(0, PICTURE_KIND_BYTES))
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
