/** Bytes of a file that tell which kind it is; more find an animation after a long colour profile too. */
export const PICTURE_KIND_BYTES = 512

/** What the first bytes of an uploaded file say that it is. */
export type PictureKind = 'picture' | 'animated' | 'svg' | 'other'

/** The signatures of JPEG, PNG and WebP; a dot is any byte. From the WHATWG "MIME Sniffing" standard, §6.1. */
const SIGNATURES = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF....WEBPVP']

/** The kind of a file. @param head its first bytes, at least `PICTURE_KIND_BYTES` of a longer file */
export function kindOfPicture(head: Uint8Array): PictureKind {
  const start = String.fromCharCode(...head.subarray(0, PICTURE_KIND_BYTES))
  if (SIGNATURES.some((signature) => startsLike(start, signature)))
    return isAnimated(head, start) ? 'animated' : 'picture'
  return /<svg[\s>]/i.test(start) || /^[^<]{0,8}<\?xml/.test(start) ? 'svg' : 'other'
}

/** Whether a PNG has the chunk of an animation, or a WebP the flag. */
function isAnimated(head: Uint8Array, start: string): boolean {
  if (startsLike(start, '\x89PNG')) return chunksBeforePixels(head).includes('acTL')
  return startsLike(start, 'RIFF....WEBPVP8X') && (start.charCodeAt(WEBP_FLAGS_AT) & WEBP_ANIMATION) !== 0
}

const SIGNATURE_BYTES = 8
/** Of each chunk beside its data: its length and its type before, a checksum after. */
const CHUNK_HEAD_BYTES = 8
const CHECKSUM_BYTES = 4

/** The types of the chunks of a PNG before its pixels, as far as they were read (PNG §5.3): `acTL` is one of them. */
function chunksBeforePixels(png: Uint8Array): string[] {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const types: string[] = []
  for (let at = SIGNATURE_BYTES; at + CHUNK_HEAD_BYTES <= png.length && types.at(-1) !== 'IDAT';) {
    types.push(String.fromCharCode(...png.subarray(at + 4, at + CHUNK_HEAD_BYTES)))
    at += CHUNK_HEAD_BYTES + view.getUint32(at) + CHECKSUM_BYTES
  }
  return types
}

const WEBP_FLAGS_AT = 20
const WEBP_ANIMATION = 0x02

function startsLike(start: string, signature: string): boolean {
  return [...signature].every((sign, at) => sign === '.' || sign === start[at])
}
