import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { OwnFont } from '#features/brand/model/index.ts'
import { openFonts } from '#features/brand/server/add-font.ts'
import { fontKeys } from '#features/brand/server/font-keys.ts'
import type { OwnFontFile } from '#features/rendering/model/index.ts'
import { holdOwnFonts } from '#features/rendering/server/hold-own-fonts.ts'
import { withLocalFonts } from '#features/rendering/server/own-font-files.ts'
import { newestTemplate, ownFamily } from '#features/templates/model/index.ts'
import { openFileStore } from '#platform/server/files.ts'
import { createMediaRunner, type MediaRun, type MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { openThreadPool } from '#platform/server/threads/thread-pool.ts'
import { AppError } from '#platform/shared/errors.ts'
import { HANG_MS, openParityCheck, type ParityCheck } from '../golden/expect-parity.ts'
import { openPaintingPage } from '../golden/painting-page.ts'
import { TRACKS } from '../golden/scenes.ts'
import { testDatabase } from '../support/database.ts'
import { asTrueType, boldFont, variableFont } from '../support/fonts.ts'

/** Enough for every kind of change in CI; set `MUTATED_FONTS=1000` for the whole drill. */
const ROUNDS = Number(process.env['MUTATED_FONTS'] ?? 50)
const { db } = await testDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'fonts-'))
const files = openFileStore(dataDir)
const threadPool = openThreadPool()
const { page, close } = await openPaintingPage()
afterAll(async () => {
  await close()
  await threadPool.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('a mutated font is refused with one sentence, or stored and drawn alike everywhere', async () => {
  const fonts = [await asTrueType(await boldFont()), await boldFont(), await asTrueType(await variableFont())]
  const addFont = open()
  const checkParity = await openParityCheck(page)
  const sentences = new Set<string>()
  let stored = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = `round ${round}`
    const ownerId = randomUUID()
    const body = new Blob([mutate(fonts[round % fonts.length] ?? Buffer.alloc(0), round)]).stream()
    const added = await addFont({ ownerId, body }).catch((error: unknown) => refusalIn(error, name))
    if (typeof added === 'string') {
      sentences.add(added)
      continue
    }
    stored += 1
    expect(added.weights.min, name).toBeGreaterThan(0)
    await draw(added, { ownerId, name, checkParity })
  }
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThan(ROUNDS)
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^\n]{20,140}\.$/)
}, 600_000)

/** The sentence of a refusal; any other error is a defect. */
function refusalIn(error: unknown, name: string): string {
  if (!(error instanceof AppError)) throw new Error(`${name} is a defect`, { cause: error })
  expect(error.code, name).toBe('unsupported_media')
  return error.message
}

/** Draws captions in a stored font, as an export and as a preview do. */
async function draw(
  { id, weights, coverage }: OwnFont,
  { ownerId, name, checkParity }: { ownerId: string; name: string; checkParity: ParityCheck },
): Promise<void> {
  const font = { id, weights, coverage, family: ownFamily(id), key: fontKeys(ownerId).of(id) }
  await withLocalFonts(files, { fonts: [font], signal: new AbortController().signal }, async (local) => {
    expect(local, name).toHaveLength(1)
    const release = await holdOwnFonts(local)
    try {
      await checkParity({ name, here: request(local), inPage: request(await Promise.all(local.map(inPage))) })
    } finally {
      release()
    }
  })
}

async function inPage(font: OwnFontFile): Promise<OwnFontFile> {
  return { ...font, source: `data:font/ttf;base64,${await readFile(font.source, 'base64')}` }
}

function request(ownFonts: readonly OwnFontFile[]) {
  const patches = ownFonts.map(({ family }) => ({ font: { family } }))
  const track = { ...TRACKS.english, captions: TRACKS.english.captions.map((caption) => ({ ...caption, patches })) }
  return {
    track,
    template: newestTemplate('bounce'),
    frame: { width: 360, height: 640 },
    times: [433, 1_300],
    ownFonts,
  }
}

function open() {
  return openFonts({
    db,
    files,
    jobs: { enqueue: async () => randomUUID(), cancel: async () => undefined },
    media: hangsFail(createMediaRunner({ allowUnsandboxed: false, warn: () => undefined })),
    threadPool,
    claimRoom: async () => undefined,
    consumeRateLimit: async () => ({ allowed: true, retryAfter: null }),
    newId: randomUUID,
    now: () => new Date(),
  })
}

/** Ends a program after the processor time of a hang; the font then counts as unchecked, not as refused. */
function hangsFail(media: MediaRunner): MediaRunner {
  const limited = (run: MediaRun) => ({ ...run, limits: { ...run.limits, cpuSeconds: HANG_MS / 1_000 } })
  return { ...media, run: (run) => media.run(limited(run)) }
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
