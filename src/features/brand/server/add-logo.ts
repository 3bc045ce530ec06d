import { transaction } from '#platform/server/db.ts'
import { openPictures, type PictureRules, type UploadedPicture } from '#platform/server/pictures/receive-picture.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type Logo, LOGO_MAX_BYTES, LOGO_MAX_SIDE, MAX_LOGOS } from '../model/index.ts'
import type { BrandDeps } from './deps.ts'
import { ENCODED_LOGO, encodeLogo } from './encode-logo.ts'
import { logoKeys } from './logo-keys.ts'
import { insertLogo, logoOf, type StoredLogo, sumLogos } from './logo-rows.ts'

const RULES: PictureRules = {
  maxBytes: LOGO_MAX_BYTES,
  maxSide: LOGO_MAX_SIDE,
  outputBytes: 16_000_000,
  atOnce: { places: 60, atOnce: 2, placesPerKey: 3, atOncePerKey: 1 },
  texts: {
    animated: 'Animated logos cannot be used. Export one picture of yours as PNG, and add that.',
    svg: 'SVG logos cannot be used. Export yours as PNG with a transparent background, and add that.',
    other: 'Choose a PNG, WebP or JPEG picture.',
    unreadable: 'We couldn’t read this picture. Export it again as PNG, WebP or JPEG and try again.',
    tooSlow: 'Reading this logo took too long. Try again, or choose a smaller one.',
    interrupted: 'The upload of your logo was interrupted. Try again.',
    full: 'Too many logos are being read. Try again in a minute.',
    tooManyOfKey: 'Your last logos are still being read. Try again when they are done.',
  },
}

/** A logo on its way in. */
export type SentLogo = Omit<UploadedPicture, 'key'> & { readonly ownerId: string; readonly name: string }

/**
 * Opens the way in for logos. Adding the same picture again stores nothing new.
 * @returns stores one logo. @throws AppError as `openPictures`, and `storage_full`; `conflict` at `MAX_LOGOS`
 */
export function openLogos(deps: BrandDeps): (sent: SentLogo) => Promise<Logo> {
  const receive = openPictures(deps, RULES)
  return ({ ownerId, name, ...sent }) =>
    receive({ ...sent, key: ownerId }, async (picture) => {
      const size = await encodeLogo(picture)
      return logoOf(await store(deps, { ownerId, name, ...size }, picture.path(ENCODED_LOGO)))
    })
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

function tooMany(): AppError {
  return new AppError('conflict', `You have ${MAX_LOGOS} logos and pictures, which is the most. Remove one first.`, {
    most: MAX_LOGOS,
  })
}
