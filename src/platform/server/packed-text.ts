import { promisify } from 'node:util'
import { constants, zstdCompressSync, zstdDecompress, zstdDecompressSync, type ZstdOptions } from 'node:zlib'

/** Minimum size in bytes worth compressing. */
const LEAST_COMPRESSED = 1_000
/** The magic number of zstd (RFC 8878 §3.1.1). No UTF-8 text begins with it: B5 cannot follow 28. */
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
/** Much smaller than the default level, and still quicker than writing JSON of the same length. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 6 } }
/**
 * Bytes that the other thread writes before it waits for a turn of the event loop. With the default of 16 kB, a document
 * of 2.4 MB needs 150 turns, each behind other requests.
 */
const BYTES_PER_TURN = 1_048_576

/** Encodes a text for storage: UTF-8, compressed with zstd when it is long. */
export function packText(text: string): Uint8Array {
  const bytes = Buffer.from(text)
  return bytes.byteLength < LEAST_COMPRESSED ? bytes : zstdCompressSync(bytes, OPTIONS)
}

/** Decodes the output of `packText`. */
export function unpackText(packed: Uint8Array): string {
  return unpackBytes(packed).toString()
}

/** Decodes the output of `packText` into UTF-8. */
export function unpackBytes(packed: Uint8Array): Buffer {
  const bytes = bufferOf(packed)
  return isCompressed(bytes) ? zstdDecompressSync(bytes) : bytes
}

/** The same, decompressed in another thread. */
export async function unpackBytesAside(packed: Uint8Array): Promise<Buffer> {
  const bytes = bufferOf(packed)
  return isCompressed(bytes) ? decompress(bytes, { chunkSize: BYTES_PER_TURN }) : bytes
}

const decompress = promisify<Buffer, ZstdOptions, Buffer>(zstdDecompress)

/** Whether a packed text has at most `maxBytes` of UTF-8; unpacks no more than that. */
export function isShortText(packed: Uint8Array, maxBytes: number): boolean {
  const bytes = bufferOf(packed)
  if (!isCompressed(bytes)) return bytes.byteLength <= maxBytes
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: maxBytes }).byteLength <= maxBytes
  } catch (error) {
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return false
    throw error
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

function isCompressed(bytes: Buffer): boolean {
  return bytes.subarray(0, ZSTD.byteLength).equals(ZSTD)
}
