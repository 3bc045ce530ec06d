import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { ThreadTask } from '#platform/server/threads/thread-pool.ts'
// Imports files, not the model's index, so that the thread loads no more than it needs.
import { partsOfDocument, startOfDocument } from '../../model/parts/document-parts.ts'
import { parseDocument, type StoredDocument } from '../storage/document-rows.ts'

/** The compression of an answer; null for none. */
export type Encoding = 'gzip' | 'br' | null

type Input = { readonly stored: StoredDocument; readonly encoding: Encoding }

/**
 * Replays a revision and writes it as the lines of its answer, compressed.
 * @public threads find it by its name
 */
export const versionTask: ThreadTask<Input, Uint8Array<ArrayBuffer>> = {
  module: new URL(import.meta.url),
  name: 'versionTask',
  run({ stored, encoding }) {
    const doc = parseDocument(stored)
    const lines = [startOfDocument(doc), ...partsOfDocument(doc)].map((line) => `${JSON.stringify(line)}\n`)
    return compress(Buffer.from(lines.join('')), encoding)
  },
}

/** The fastest levels: somebody waits for it. */
function compress(bytes: Buffer<ArrayBuffer>, encoding: Encoding): Uint8Array<ArrayBuffer> {
  if (encoding === 'gzip') return gzipSync(bytes, { level: 1 })
  if (encoding === 'br') return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  return bytes
}
