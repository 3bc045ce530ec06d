import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

/** Keys derived from one passphrase. */
export type SealKey = { readonly sealing: Buffer; readonly naming: Buffer }

/** Cost of the derivation, as in the manual of scrypt for files: 128 MiB and about half a second. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1_048_576 }
/** Plaintext bytes of every chunk but the last. */
const CHUNK_BYTES = 1_048_576
const MAGIC = Buffer.from('wordpop sealed 1\n')
const SALT_BYTES = 32
const TAG_BYTES = 16
const HEADER_BYTES = MAGIC.length + SALT_BYTES

/** Derives the keys of a passphrase with scrypt. @param salt 32 random bytes, not secret */
export async function deriveKey(passphrase: string, salt: Uint8Array): Promise<SealKey> {
  const derive = promisify<string, Uint8Array, number, typeof SCRYPT, Buffer>(scrypt)
  const master = await derive(passphrase.normalize('NFC'), salt, 32, SCRYPT)
  return { sealing: expand(master, '', 'sealing'), naming: expand(master, '', 'naming') }
}

/** A message authentication code that only the holder of the passphrase can compute, in hexadecimal. */
export function authenticate({ naming }: SealKey, text: string): string {
  return createHmac('sha256', naming).update(text).digest('hex')
}

/**
 * Encrypts a stream with AES-256-GCM in chunks of 1 MiB. Each stream has a random salt and so a key of its own; each
 * nonce is the number of the chunk and whether it is the last, so chunks cannot be moved, dropped or cut off.
 */
export async function* seal(key: SealKey, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const streamKey = expand(key.sealing, salt, 'stream')
  yield Buffer.concat([MAGIC, salt])
  for await (const { chunk, number, isLast } of inChunks(bytes, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', streamKey, nonceOf(number, isLast))
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

/**
 * Decrypts a stream of `seal`. Bytes that it yields are authentic; the stream is complete only when it ends without an error.
 * @throws Error when the passphrase is another one, or when the stream was altered or truncated
 */
export async function* unseal(key: SealKey, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const { header, rest } = await splitHeader(bytes)
  const streamKey = expand(key.sealing, header.subarray(MAGIC.length), 'stream')
  for await (const { chunk, number, isLast } of inChunks(rest, CHUNK_BYTES + TAG_BYTES)) {
    if (chunk.length < TAG_BYTES) throw damaged()
    const decipher = createDecipheriv('aes-256-gcm', streamKey, nonceOf(number, isLast))
    decipher.setAuthTag(chunk.subarray(chunk.length - TAG_BYTES))
    const plain = decipher.update(chunk.subarray(0, chunk.length - TAG_BYTES))
    try {
      decipher.final()
    } catch (cause) {
      throw damaged(cause)
    }
    yield plain
  }
}

/** The size of the sealed form of that many bytes. */
export function sealedSize(bytes: number): number {
  return HEADER_BYTES + bytes + TAG_BYTES * Math.max(Math.ceil(bytes / CHUNK_BYTES), 1)
}

function expand(key: Uint8Array, salt: Uint8Array | string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `wordpop backup ${purpose}`, 32))
}

/** 12 bytes: the number of the chunk, and 1 at the end for the last one. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

type Chunk = { readonly chunk: Buffer; readonly number: number; readonly isLast: boolean }

/** Splits a stream into chunks of one size; the last one may be shorter, and is empty only in an empty stream. */
async function* inChunks(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Chunk> {
  let waiting: Uint8Array[] = []
  let length = 0
  let number = 0
  for await (const piece of bytes) {
    waiting.push(piece)
    length += piece.length
    if (length <= size) continue
    let all = Buffer.concat(waiting)
    // A full chunk waits for the next byte: it may be the last one.
    for (; all.length > size; number += 1) {
      yield { chunk: all.subarray(0, size), number, isLast: false }
      all = all.subarray(size)
    }
    waiting = [all]
    length = all.length
  }
  yield { chunk: Buffer.concat(waiting), number, isLast: true }
}

async function splitHeader(bytes: AsyncIterable<Uint8Array>) {
  const iterator = bytes[Symbol.asyncIterator]()
  let begun = Buffer.alloc(0)
  while (begun.length < HEADER_BYTES) {
    const { done, value } = await iterator.next()
    if (done === true) throw damaged()
    begun = Buffer.concat([begun, value])
  }
  if (!begun.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged()
  async function* rest(): AsyncGenerator<Uint8Array> {
    try {
      yield begun.subarray(HEADER_BYTES)
      for (;;) {
        const { done, value } = await iterator.next()
        if (done === true) return
        yield value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { header: begun.subarray(0, HEADER_BYTES), rest: rest() }
}

function damaged(cause?: unknown): Error {
  return new Error('it was altered or truncated, or sealed with another passphrase', { cause })
}
