import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { transaction } from '#platform/server/db.ts'
import { openPool } from '#platform/server/pool.ts'
import { readHead, receiveFile } from '#platform/server/receive-file.ts'
import { AppError } from '#platform/shared/errors.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { kindOfPicture, PICTURE_KIND_BYTES } from '#platform/shared/picture-kind.ts'
import { type Logo, LOGO_MAX_BYTES, MAX_LOGOS } from '../model/index.ts'
import type { BrandDeps } from './deps.ts'
import { ENCODED_LOGO, encodeLogo } from './encode-logo.ts'
import { logoKeys } from './logo-keys.ts'
import { insertLogo, logoOf, type StoredLogo, sumLogos } from './logo-rows.ts'

/** Limits on concurrent logos. Decoding a large one takes a core for about a second. */
const LOGOS_AT_ONCE = { places: 60, atOnce: 2, placesPerKey: 3, atOncePerKey: 1 }
const RECEIVE_LIMITS = {
  maxBytes: LOGO_MAX_BYTES,
  tooLarge: logoTooLarge,
  interrupted: 'The upload of your logo was interrupted. Try again.',
}
const REFUSALS = {
  animated: 'Animated logos cannot be used. Export one picture of yours as PNG, and add that.',
  svg: 'SVG logos cannot be used. Export yours as PNG with a transparent background, and add that.',
  other: 'Choose a PNG, WebP or JPEG picture.',
} as const

/** A logo on its way in. */
export type SentLogo = {
  readonly ownerId: string
  readonly name: string
  readonly body: ReadableStream<Uint8Array>
  /** Aborts when the client has left. */
  readonly signal?: AbortSignal
}

/**
 * Opens the way in for logos. Each one is decoded in the sandbox and re-encoded, which drops its metadata; only the
 * result is ever read here, stored and served. Adding the same picture again stores nothing new.
 * @returns stores one logo. @throws AppError `too_large` above 2 MB; `unsupported_media` for anything but a PNG, WebP or
 *   JPEG picture; `storage_full`, `conflict` at `MAX_LOGOS`; `too_many_requests` and `unavailable` when too many wait
 */
export function openLogos(deps: BrandDeps): (sent: SentLogo) => Promise<Logo> {
  const pool = openPool(LOGOS_AT_ONCE, {
    full: 'Too many logos are being read. Try again in a minute.',
    tooManyOfKey: 'Your last logos are still being read. Try again when they are done.',
  })
  return async ({ ownerId, name, body, signal }) => {
    const place = pool.enter(ownerId)
    const directory = await deps.files.temporary()
    try {
      const sent = join(directory, 'sent')
      await receiveFile(body, sent, RECEIVE_LIMITS)
      // Check the signature first: starting a process for every upload would cost far more.
      const kind = kindOfPicture(await readHead(sent, PICTURE_KIND_BYTES))
      if (kind !== 'picture') throw new AppError('unsupported_media', REFUSALS[kind])
      await place.turn(signal)
      const size = await encodeLogo(deps.media, directory)
      return logoOf(await store(deps, { ownerId, name, ...size }, join(directory, ENCODED_LOGO)))
    } finally {
      place.leave()
      await rm(directory, { recursive: true, force: true })
    }
  }
}

/** Stores the file, then its row; a row never lacks its file. */
async function store(
  deps: BrandDeps,
  logo: Pick<StoredLogo, 'ownerId' | 'name' | 'width' | 'height'>,
  path: string,
): Promise<StoredLogo> {
  const { ownerId } = logo
  const id = deps.newId()
  const key = logoKeys(ownerId).of(id)
  const { sha256, sizeBytes } = await deps.files.adopt(path, key)
  const stored = await insert().catch(async (error: unknown) => {
    await deps.files.remove(key)
    throw error
  })
  // The account has this logo already.
  if (stored.id !== id) await deps.files.remove(key)
  return stored

  function insert(): Promise<StoredLogo> {
    return transaction(deps.db, async (tx) => {
      await deps.claimRoom(tx, { ownerId, sizeBytes })
      if ((await sumLogos(tx, ownerId)).logos >= MAX_LOGOS) throw tooMany()
      return insertLogo(tx, { ...logo, id, sha256, sizeBytes, createdAt: deps.now() })
    })
  }
}

/** The refusal of a logo above 2 MB. */
export function logoTooLarge(): AppError {
  return new AppError('too_large', `Choose a picture of at most ${formatBytes(LOGO_MAX_BYTES)}.`, {
    maxBytes: LOGO_MAX_BYTES,
  })
}

function tooMany(): AppError {
  return new AppError('conflict', `You have ${MAX_LOGOS} logos and pictures, which is the most. Remove one first.`, {
    most: MAX_LOGOS,
  })
}
