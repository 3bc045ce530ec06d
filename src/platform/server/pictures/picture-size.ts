import { AppError } from '../../shared/errors.ts'
import { MAX_PICTURE_PIXELS } from '../sandbox/arguments.ts'

/** The size of a picture in pixels. */
export type PictureSize = { readonly width: number; readonly height: number }

/** Bytes of a file that hold its size, unless a JPEG begins with more metadata. */
export const PICTURE_HEAD_BYTES = 262_144

/**
 * The size in the header of a PNG, WebP or JPEG file. Undefined for other files, and where the header ends early.
 * @param head the first bytes of the file, up to `PICTURE_HEAD_BYTES`
 */
export function pictureSizeIn(head: Uint8Array): PictureSize | undefined {
  if (head.byteLength < MIN_HEADER_BYTES) return undefined
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  if (bytes.readUInt16BE(0) === JPEG_BEGINS) return sizeInJpeg(bytes)
  const has = (text: string, at: number) => bytes.toString('latin1', at, at + text.length) === text
  if (has('\x89PNG', 0) && has('IHDR', 12)) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  return has('RIFF', 0) && has('WEBP', 8) ? sizeInWebp(bytes, bytes.toString('latin1', 12, 16)) : undefined
}

const MIN_HEADER_BYTES = 30
const JPEG_BEGINS = 0xffd8
/** WebP frames have sides of 14 bits. */
const SIDE = 0x3fff

function sizeInWebp(bytes: Buffer, chunk: string): PictureSize | undefined {
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (chunk === 'VP8 ') return { width: bytes.readUInt16LE(26) & SIDE, height: bytes.readUInt16LE(28) & SIDE }
  if (chunk !== 'VP8L') return undefined
  const sides = bytes.readUInt32LE(21)
  return { width: (sides & SIDE) + 1, height: ((sides >>> 14) & SIDE) + 1 }
}

/** Walks over the segments before the frame header. */
function sizeInJpeg(bytes: Buffer): PictureSize | undefined {
  let at = 2
  while (at + FRAME_HEADER_BYTES <= bytes.byteLength && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    if (FRAMES.has(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    // Markers may follow any number of fill bytes.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

const FRAME_HEADER_BYTES = 9
/** SOF0 to SOF15, without the tables among them: DHT, JPG and DAC. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])

/**
 * Refuses a picture that is larger than its feature accepts, or than the sandbox decodes.
 * @param o.maxSide of the longest side, in pixels; default: none
 * @throws AppError `unsupported_media`
 */
export function checkPictureSize({ width, height }: PictureSize, { maxSide }: { readonly maxSide?: number }): void {
  const isTooLarge = width * height > MAX_PICTURE_PIXELS || Math.max(width, height) > (maxSide ?? Infinity)
  if (!isTooLarge) return
  const most = maxSide === undefined ? `${Math.floor(MAX_PICTURE_PIXELS / 1e6)} megapixels` : `${maxSide} × ${maxSide}`
  throw new AppError(
    'unsupported_media',
    `This picture has ${width} × ${height} pixels. Choose one of at most ${most}.`,
  )
}
