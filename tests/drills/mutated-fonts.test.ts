import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFonts } from '#features/brand/server/add-font.ts'
import { openFileStore } from '#platform/server/files.ts'
import { createMediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { openThreadPool } from '#platform/server/threads/thread-pool.ts'
import { AppError } from '#platform/shared/errors.ts'
import { testDatabase } from '../support/database.ts'
import { asTrueType, boldFont, variableFont } from '../support/fonts.ts'

/** Enough for every kind of change in CI; set `MUTATED_FONTS=1000` for the whole drill. */
const ROUNDS = Number(process.env['MUTATED_FONTS'] ?? 50)
const { db } = await testDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'fonts-'))
const threadPool = openThreadPool()
afterAll(async () => {
  await threadPool.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('a mutated font is stored or refused with one sentence, whatever was changed', async () => {
  const fonts = [await asTrueType(await boldFont()), await boldFont(), await asTrueType(await variableFont())]
  const addFont = open()
  const sentences = new Set<string>()
  let stored = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const body = new Blob([mutate(fonts[round % fonts.length] ?? Buffer.alloc(0), round)]).stream()
    try {
      const font = await addFont({ ownerId: randomUUID(), body })
      expect(font.weights.min, `round ${round}`).toBeGreaterThan(0)
      stored += 1
    } catch (error) {
      if (!(error instanceof AppError)) throw new Error(`round ${round} is a defect`, { cause: error })
      expect(error.code, `round ${round}`).toBe('unsupported_media')
      sentences.add(error.message)
    }
  }
  expect(stored).toBeLessThan(ROUNDS)
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^\n]{20,140}\.$/)
}, 600_000)

function open() {
  return openFonts({
    db,
    files: openFileStore(dataDir),
    jobs: { enqueue: async () => randomUUID(), cancel: async () => undefined },
    media: createMediaRunner({ allowUnsandboxed: false, warn: () => undefined }),
    threadPool,
    claimRoom: async () => undefined,
    consumeRateLimit: async () => ({ allowed: true, retryAfter: null }),
    newId: randomUUID,
    now: () => new Date(),
  })
}

/** Changes bytes, cuts the end off, repeats or swaps parts: the same change for the same round. */
function mutate(font: Buffer, round: number): Buffer<ArrayBuffer> {
  const random = randomFrom(round + 1)
  const copy = Buffer.from(font)
  const place = () => Math.floor(random() * copy.length)
  switch (round % 5) {
    case 0:
      for (let n = 0; n < 1 + (round % 40); n += 1) copy[place()] = Math.floor(random() * 256)
      return copy
    case 1:
      return Buffer.from(copy.subarray(0, place()))
    case 2:
      // The table directory decides what is read where.
      for (let n = 0; n < 4; n += 1) copy[12 + Math.floor(random() * 240)] = Math.floor(random() * 256)
      return copy
    case 3:
      copy.copy(copy, place(), place(), place())
      return copy
    default:
      copy.fill(255, place(), place())
      return copy
  }
}

/** Numbers from 0 to 1 by Park and Miller's generator. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
