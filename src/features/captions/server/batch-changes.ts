import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Command } from '../model/index.ts'

/** What a batch does, and what takes it back. */
export type BatchChanges = { readonly commands: Command[]; readonly inverse: Command[] }

/** Below this, compression saves less than it costs; bytes. */
const LEAST_COMPRESSED = 1_000
/** JSON never begins so: the first bytes of zstd (RFC 8878 §3.1.1). */
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
/** Much smaller than the default level, and still quicker than writing the JSON. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 6 } }

/** The bytes that a batch is kept as. */
export function packChanges({ commands, inverse }: BatchChanges): Uint8Array {
  const json = Buffer.from(JSON.stringify({ commands, inverse }))
  return json.byteLength < LEAST_COMPRESSED ? json : zstdCompressSync(json, OPTIONS)
}

/** Reads what `packChanges` wrote. */
export function unpackChanges(changes: Uint8Array): BatchChanges {
  const bytes = Buffer.from(changes.buffer, changes.byteOffset, changes.byteLength)
  const json = bytes.subarray(0, ZSTD.byteLength).equals(ZSTD) ? zstdDecompressSync(bytes) : bytes
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `packChanges`, from commands that were checked
  return JSON.parse(json.toString()) as BatchChanges
}
