import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Below this, compression saves less than it costs; bytes. */
const LEAST_COMPRESSED = 1_000
/** The first bytes of zstd (RFC 8878 §3.1.1). No text in UTF-8 begins with them: B5 cannot follow 28. */
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
/** Much smaller than the default level, and still quicker than writing JSON of the same length. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 6 } }

/** The bytes that a text is stored as: UTF-8, compressed by zstd where it is long. */
export function packText(text: string): Uint8Array {
  const bytes = Buffer.from(text)
  return bytes.byteLength < LEAST_COMPRESSED ? bytes : zstdCompressSync(bytes, OPTIONS)
}

/** Reads what `packText` wrote. */
export function unpackText(packed: Uint8Array): string {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  const isCompressed = bytes.subarray(0, ZSTD.byteLength).equals(ZSTD)
  return (isCompressed ? zstdDecompressSync(bytes) : bytes).toString()
}
