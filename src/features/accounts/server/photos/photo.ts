import { type Tx, transaction } from '#platform/server/db.ts'
import { openPictures, type PictureRules, type UploadedPicture } from '#platform/server/pictures/receive-picture.ts'
import { PHOTO_MAX_BYTES } from '../../model/index.ts'
import { setPhoto } from '../accounts.ts'
import type { AccountsDeps } from '../deps.ts'
import { ERASE_PHOTOS } from './erase-photos-job.ts'
import { photoKeys } from './photo-path.ts'

type Deps = Pick<AccountsDeps, 'db' | 'files' | 'jobs' | 'media' | 'newId'>

/** Side length of the square photo, in pixels. */
const SIDE = 256
/** Crops the middle of the picture, on white where it is transparent. */
const FILTERS = [
  `[0:v:0]scale=${SIDE}:${SIDE}:force_original_aspect_ratio=increase:flags=lanczos,crop=${SIDE}:${SIDE},format=rgba[picture]`,
  `color=white:size=${SIDE}x${SIDE}[ground]`,
  '[ground][picture]overlay=format=rgb:shortest=1,scale=out_range=pc,format=yuvj420p[photo]',
].join(';')
const ENCODED_PHOTO = 'photo.jpg'

const UNREADABLE = 'We couldn’t read this file. Choose a JPEG, PNG or WebP picture.'
const RULES: PictureRules = {
  maxBytes: PHOTO_MAX_BYTES,
  outputBytes: 1_000_000,
  atOnce: { places: 60, atOnce: 2, placesPerKey: 3, atOncePerKey: 1 },
  texts: {
    animated: 'We couldn’t read this animation. Choose a JPEG, PNG or WebP picture that does not move.',
    svg: UNREADABLE,
    other: UNREADABLE,
    unreadable: UNREADABLE,
    tooSlow: 'Processing this photo took too long. Try again, or choose a smaller one.',
    interrupted: 'The upload of your photo was interrupted. Try again.',
    full: 'Too many photos are being processed. Try again in a minute.',
    tooManyOfKey: 'Your last photos are still being processed. Try again when they are done.',
  },
}

/** An uploaded picture. */
export type UploadedPhoto = Omit<UploadedPicture, 'key'> & { readonly userId: string }

/**
 * Opens the way in for photos. Two are decoded at once, one per person; the others wait on the disk.
 * @returns stores one picture. @throws AppError as `openPictures`
 */
export function openPhotos(deps: Deps): (photo: UploadedPhoto) => Promise<void> {
  const receive = openPictures(deps, RULES)
  return ({ userId, ...photo }) =>
    receive({ ...photo, key: userId }, async (picture) => {
      await picture.encode({ filters: FILTERS, files: { photo: ENCODED_PHOTO } })
      await storePhoto(deps, userId, picture.path(ENCODED_PHOTO))
    })
}

/** Removes the photo; a job of the same transaction erases the file. */
export async function removePhoto(deps: Deps, userId: string): Promise<void> {
  await transaction(deps.db, (tx) => replacePhoto(tx, deps, userId, null))
}

async function storePhoto(deps: Deps, userId: string, path: string): Promise<void> {
  const version = deps.newId()
  const key = photoKeys(userId).of(version)
  await deps.files.adopt(path, key)
  try {
    await transaction(deps.db, (tx) => replacePhoto(tx, deps, userId, version))
  } catch (error) {
    await deps.files.remove(key)
    throw error
  }
}

async function replacePhoto(tx: Tx, deps: Deps, userId: string, version: string | null): Promise<void> {
  const before = await setPhoto(tx, userId, version)
  if (before === null) return
  await deps.jobs.enqueue(tx, ERASE_PHOTOS, { userId, version: before }, { ownerId: userId, subjectId: userId })
}
