import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { deriveKey, seal, sealedSize, unseal } from './sealed-bytes.ts'

const MIB = 1_048_576
const SALT = randomBytes(32)
const key = await deriveKey('a passphrase of four words', SALT)

test.each([0, 1, MIB - 1, MIB, MIB + 1, 2.5 * MIB])(
  'returns %i bytes as they were, and knows their size',
  async (size) => {
    const bytes = randomBytes(size)
    const sealed = await buffer(seal(key, inPieces(bytes, 100_000)))
    expect(sealed.length).toBe(sealedSize(size))
    expect((await buffer(unseal(key, inPieces(sealed, 70_001)))).equals(bytes)).toBe(true)
  },
)

test('refuses every altered, dropped or added byte that it is given', async () => {
  const sealed = await buffer(seal(key, inPieces(randomBytes(300), 300)))
  for (let at = 0; at < sealed.length; at += 1) {
    const altered = Buffer.from(sealed)
    altered[at] = (altered[at] ?? 0) ^ 1
    await expect(buffer(unseal(key, inPieces(altered, 1_000))), `byte ${at}`).rejects.toThrow('altered or truncated')
    const cut = sealed.subarray(0, at)
    await expect(buffer(unseal(key, inPieces(cut, 1_000))), `${at} bytes`).rejects.toThrow('altered or truncated')
  }
  await expect(buffer(unseal(key, inPieces(Buffer.concat([sealed, Buffer.from('x')]), 1_000)))).rejects.toThrow(
    'altered',
  )
})

test('refuses a stream without its last chunk, and one whose chunks changed places', async () => {
  const sealed = await buffer(seal(key, inPieces(randomBytes(3 * MIB), MIB)))
  const header = sealedSize(0) - 16
  const chunk = MIB + 16
  const parts = [0, 1, 2].map((number) => sealed.subarray(header + number * chunk, header + (number + 1) * chunk))
  const [first, second, third] = parts.map((part) => Buffer.from(part))
  if (first === undefined || second === undefined || third === undefined) throw new Error('three chunks')
  const start = sealed.subarray(0, header)
  for (const wrong of [
    [start, first, second],
    [start, second, first, third],
    [start, first, first, third],
  ])
    await expect(buffer(unseal(key, inPieces(Buffer.concat(wrong), MIB)))).rejects.toThrow('altered or truncated')
})

test('refuses another passphrase, and never seals the same bytes to the same text', async () => {
  const bytes = Buffer.from('secret')
  const [one, two] = [await buffer(seal(key, inPieces(bytes, 6))), await buffer(seal(key, inPieces(bytes, 6)))]
  expect(one.equals(two)).toBe(false)
  expect(one.includes('secret')).toBe(false)
  const other = await deriveKey('another passphrase of words', SALT)
  await expect(buffer(unseal(other, inPieces(one, 6)))).rejects.toThrow('sealed with another passphrase')
})

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
