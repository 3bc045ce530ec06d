import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Db, transaction } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/files.ts'
import { openPool } from '#platform/server/pool.ts'
import { readHead, receiveFile } from '#platform/server/receive-file.ts'
import type { MediaRunner } from '#platform/server/sandbox.ts'
import { AppError } from '#platform/shared/errors.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { kindOfPicture, PICTURE_KIND_BYTES } from '#platform/shared/picture-kind.ts'
import { SITE_PICTURE_FILES, SITE_PICTURE_MAX_BYTES, type SitePicture } from '../model/index.ts'
import { encodeSitePicture } from './encode-picture.ts'
import { sitePictureKeys } from './picture-keys.ts'
import { insertPicture } from './picture-rows.ts'

/** Operators are few; decoding a large picture takes a core for about a second. */
const PICTURES_AT_ONCE = { places: 10, atOnce: 1, placesPerKey: 3, atOncePerKey: 1 }
const RECEIVE_LIMITS = {
  maxBytes: SITE_PICTURE_MAX_BYTES,
  tooLarge: sitePictureTooLarge,
  interrupted: 'The upload of your picture was interrupted. Try again.',
}
const REFUSALS = {
  animated: 'Animated pictures cannot be used. Export one picture of yours as PNG, and choose that.',
  svg: 'SVG pictures cannot be used. Export yours as PNG with a transparent background, and choose that.',
  other: 'Choose a PNG, WebP or JPEG picture.',
} as const

/** Dependencies of uploaded pictures. */
export type PictureDeps = {
  readonly db: Db
  readonly files: FileStore
  readonly media: MediaRunner
  readonly now: () => Date
  readonly newId: () => string
}

/** A picture on its way in. */
type SentPicture = {
  readonly operator: { readonly userId: string; readonly email: string }
  readonly name: string
  readonly body: ReadableStream<Uint8Array>
  /** Aborts when the client has left. */
  readonly signal?: AbortSignal
}

/**
 * Opens the way in for logos and icons. Each is decoded in the sandbox and re-encoded in every size, which drops its
 * metadata; only the results are stored and served. It is on no page until the settings name it.
 * @returns stores one picture. @throws AppError `too_large` above 1 MB; `unsupported_media` for anything but a PNG, WebP
 *   or JPEG picture; `too_many_requests` and `unavailable` when too many wait
 */
export function openSitePictures(deps: PictureDeps): (sent: SentPicture) => Promise<SitePicture> {
  const pool = openPool(PICTURES_AT_ONCE, {
    full: 'Too many pictures are being read. Try again in a minute.',
    tooManyOfKey: 'Your last pictures are still being read. Try again when they are done.',
  })
  return async ({ operator, name, body, signal }) => {
    const place = pool.enter(operator.userId)
    const directory = await deps.files.temporary()
    try {
      const sent = join(directory, 'sent')
      await receiveFile(body, sent, RECEIVE_LIMITS)
      // Check the signature first: starting a process for every upload would cost far more.
      const kind = kindOfPicture(await readHead(sent, PICTURE_KIND_BYTES))
      if (kind !== 'picture') throw new AppError('unsupported_media', REFUSALS[kind])
      await place.turn(signal)
      const size = await encodeSitePicture(deps.media, directory)
      const picture = { id: deps.newId(), name, ...size }
      await store(deps, { picture, directory, operator: operator.email })
      return picture
    } finally {
      place.leave()
      await rm(directory, { recursive: true, force: true })
    }
  }
}

/** Stores the files, then their row; a row never lacks its files. */
async function store(
  deps: PictureDeps,
  { picture, directory, operator }: { picture: SitePicture; directory: string; operator: string },
): Promise<void> {
  const keys = sitePictureKeys(picture.id)
  try {
    const files: Record<string, number> = {}
    for (const file of Object.values(SITE_PICTURE_FILES))
      files[file] = (await deps.files.adopt(join(directory, file), keys.of(file))).sizeBytes
    await transaction(deps.db, (tx) => insertPicture(tx, { picture, files, operator, at: deps.now() }))
  } catch (error) {
    await deps.files.remove(keys.all)
    throw error
  }
}

/** The refusal of a picture above 1 MB. */
export function sitePictureTooLarge(): AppError {
  return new AppError('too_large', `Choose a picture of at most ${formatBytes(SITE_PICTURE_MAX_BYTES)}.`, {
    maxBytes: SITE_PICTURE_MAX_BYTES,
  })
}
