import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { transaction } from '#platform/server/db.ts'
import { openPool } from '#platform/server/pool.ts'
import { readHead, receiveFile } from '#platform/server/files/receive-file.ts'
import { MediaError } from '#platform/server/sandbox/sandbox.ts'
import { AppError } from '#platform/shared/errors.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import {
  FONT_HEAD_BYTES,
  FONT_MAX_BYTES,
  isFont,
  MAX_COVERAGE_LENGTH,
  MAX_FONTS,
  type OwnFont,
} from '../model/index.ts'
import type { BrandDeps } from './deps.ts'
import { fontKeys } from './font-keys.ts'
import { fontOf, insertFont, type StoredFont, sumFonts } from './font-rows.ts'
import type { FontFacts } from './inspect-font.ts'
import { inspectFontTask } from './inspect-font-task.ts'

const LIMITS = { memoryMb: 512, cpuSeconds: 10, wallMs: 20_000, outputBytes: 4 * FONT_MAX_BYTES }
/** Limits on concurrent fonts. Sanitizing a large one takes a core for about a second. */
const FONTS_AT_ONCE = { places: 60, atOnce: 2, placesPerKey: 3, atOncePerKey: 1 }
const RECEIVE_LIMITS = {
  maxBytes: FONT_MAX_BYTES,
  tooLarge,
  interrupted: 'The upload of your font was interrupted. Try again.',
}
const NOT_A_FONT = 'We couldn’t read this font. Choose a TTF, OTF, WOFF or WOFF2 file.'
const TOO_SLOW = 'Checking this font took too long. Try again, or choose a smaller one.'
const NO_SANITIZER =
  'Own fonts are not available on this site yet: it lacks the program that checks them. Ask the people who run it.'

/** A font file on its way in. */
export type SentFont = {
  readonly ownerId: string
  readonly body: ReadableStream<Uint8Array>
  /** Aborts when the client has left. */
  readonly signal?: AbortSignal
}

/**
 * Opens the way in for fonts. Each one is rewritten by the OpenType sanitizer inside the sandbox, which also unpacks WOFF
 * and WOFF2; only the result is ever read here, stored and served. Adding the same file again stores nothing new.
 * @returns stores one font. @throws AppError `too_large` above 10 MB; `unsupported_media` for anything but a font that
 *   may be embedded; `storage_full`, `conflict` at `MAX_FONTS`; `too_many_requests` and `unavailable` when too many wait
 */
export function openFonts(deps: BrandDeps): (sent: SentFont) => Promise<OwnFont> {
  const pool = openPool(FONTS_AT_ONCE, {
    full: 'Too many fonts are being checked. Try again in a minute.',
    tooManyOfKey: 'Your last fonts are still being checked. Try again when they are done.',
  })
  return async ({ ownerId, body, signal }) => {
    const place = pool.enter(ownerId)
    const directory = await deps.files.temporary()
    try {
      const sent = join(directory, 'sent')
      await receiveFile(body, sent, RECEIVE_LIMITS)
      // Check the signature first: starting a process for every upload would cost far more.
      if (!isFont(await readHead(sent, FONT_HEAD_BYTES))) throw new AppError('unsupported_media', NOT_A_FONT)
      await place.turn(signal)
      await sanitize(deps, directory)
      const path = join(directory, 'clean.ttf')
      const facts = await inspect(deps, ownerId, path)
      return fontOf(await store(deps, { ownerId, path, facts }))
    } finally {
      place.leave()
      await rm(directory, { recursive: true, force: true })
    }
  }
}

async function sanitize({ media }: BrandDeps, directory: string): Promise<void> {
  const tool = 'ots-sanitize'
  try {
    await media.run({
      tool,
      args: ['/in/sent', '/out/clean.ttf'],
      inputs: [{ path: join(directory, 'sent'), as: 'sent' }],
      outputDir: directory,
      limits: LIMITS,
    })
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    if (error.failure === 'time') throw new AppError('unavailable', TOO_SLOW, {}, { cause: error })
    const works = await media.run({ tool, args: ['--version'], inputs: [], limits: LIMITS }).catch(() => null)
    if (works === null) throw new AppError('unavailable', NO_SANITIZER, {}, { cause: error })
    throw new AppError('unsupported_media', NOT_A_FONT, {}, { cause: error })
  }
}

async function inspect({ threadPool }: BrandDeps, account: string, path: string): Promise<FontFacts> {
  const facts = await threadPool.run(inspectFontTask, new Uint8Array(await readFile(path)), {
    account,
    tooSlow: TOO_SLOW,
  })
  if (facts.coverage.length > MAX_COVERAGE_LENGTH) throw new AppError('unsupported_media', NOT_A_FONT)
  return facts
}

type CleanFont = { readonly ownerId: string; readonly path: string; readonly facts: FontFacts }

/** Stores the file, then its row; a row never lacks its file. */
async function store(deps: BrandDeps, { ownerId, path, facts }: CleanFont): Promise<StoredFont> {
  const id = deps.newId()
  const key = fontKeys(ownerId).of(id)
  const { sha256, sizeBytes } = await deps.files.adopt(path, key)
  const stored = await insert().catch(async (error: unknown) => {
    await deps.files.remove(key)
    throw error
  })
  // The account has this font already.
  if (stored.id !== id) await deps.files.remove(key)
  return stored

  function insert(): Promise<StoredFont> {
    return transaction(deps.db, async (tx) => {
      await deps.claimRoom(tx, { ownerId, sizeBytes })
      if ((await sumFonts(tx, ownerId)).fonts >= MAX_FONTS) throw tooMany()
      return insertFont(tx, { id, ownerId, sha256, sizeBytes, ...facts, createdAt: deps.now() })
    })
  }
}

/** The refusal of a font above 10 MB. */
export function tooLarge(): AppError {
  return new AppError('too_large', `Choose a font of at most ${formatBytes(FONT_MAX_BYTES)}.`, {
    maxBytes: FONT_MAX_BYTES,
  })
}

function tooMany(): AppError {
  return new AppError('conflict', `You have ${MAX_FONTS} fonts, which is the most. Remove one first.`, {
    most: MAX_FONTS,
  })
}
