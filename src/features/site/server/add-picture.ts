import { type Db, transaction } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/files.ts'
import {
  openPictures,
  type PictureRules,
  type ReceivedPicture,
  type UploadedPicture,
} from '#platform/server/pictures/receive-picture.ts'
import type { MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { SITE_PICTURE_FILES, SITE_PICTURE_MAX_BYTES, SITE_PICTURE_MAX_SIDE, type SitePicture } from '../model/index.ts'
import { encodeSitePicture } from './encode-picture.ts'
import { sitePictureKeys } from './picture-keys.ts'
import { insertPicture } from './picture-rows.ts'

const RULES: PictureRules = {
  maxBytes: SITE_PICTURE_MAX_BYTES,
  maxSide: SITE_PICTURE_MAX_SIDE,
  outputBytes: 4_000_000,
  // Operators are few.
  atOnce: { places: 10, atOnce: 1, placesPerKey: 3, atOncePerKey: 1 },
  texts: {
    animated: 'Animated pictures cannot be used. Export one picture of yours as PNG, and choose that.',
    svg: 'SVG pictures cannot be used. Export yours as PNG with a transparent background, and choose that.',
    other: 'Choose a PNG, WebP or JPEG picture.',
    unreadable: 'We couldn’t read this picture. Export it again as PNG, WebP or JPEG and try again.',
    tooSlow: 'Reading this picture took too long. Try again, or choose a smaller one.',
    interrupted: 'The upload of your picture was interrupted. Try again.',
    full: 'Too many pictures are being read. Try again in a minute.',
    tooManyOfKey: 'Your last pictures are still being read. Try again when they are done.',
  },
}

/** Dependencies of uploaded pictures. */
export type PictureDeps = {
  readonly db: Db
  readonly files: FileStore
  readonly media: MediaRunner
  readonly now: () => Date
  readonly newId: () => string
}

/** A picture on its way in. */
type SentPicture = Omit<UploadedPicture, 'key'> & {
  readonly operator: { readonly userId: string; readonly email: string }
  readonly name: string
}

/**
 * Opens the way in for logos and icons, each stored in every size. It is on no page until the settings name it.
 * @returns stores one picture. @throws AppError as `openPictures`
 */
export function openSitePictures(deps: PictureDeps): (sent: SentPicture) => Promise<SitePicture> {
  const receive = openPictures(deps, RULES)
  return ({ operator, name, ...sent }) =>
    receive({ ...sent, key: operator.userId }, async (received) => {
      const size = await encodeSitePicture(received)
      const picture = { id: deps.newId(), name, ...size }
      await store(deps, received, { picture, operator: operator.email })
      return picture
    })
}

/** Stores the files, then their row; a row never lacks its files. */
async function store(
  deps: PictureDeps,
  received: ReceivedPicture,
  { picture, operator }: { picture: SitePicture; operator: string },
): Promise<void> {
  const keys = sitePictureKeys(picture.id)
  try {
    const files: Record<string, number> = {}
    for (const file of Object.values(SITE_PICTURE_FILES))
      files[file] = (await deps.files.adopt(received.path(file), keys.of(file))).sizeBytes
    await transaction(deps.db, (tx) => insertPicture(tx, { picture, files, operator, at: deps.now() }))
  } catch (error) {
    await deps.files.remove(keys.all)
    throw error
  }
}
