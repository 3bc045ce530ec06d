import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Tx, transaction } from '#platform/server/db.ts'
import { openPool } from '#platform/server/pool.ts'
import { readHead, receiveFile } from '#platform/server/receive-file.ts'
import { MediaError } from '#platform/server/sandbox.ts'
import { AppError } from '#platform/shared/errors.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { isPicture, PHOTO_MAX_BYTES, PICTURE_HEAD_BYTES } from '../model/index.ts'
import { setPhoto } from './accounts.ts'
import type { AccountsDeps } from './deps.ts'
import { ERASE_PHOTOS } from './erase-photos-job.ts'
import { photoKeys } from './photo-path.ts'

type Deps = Pick<AccountsDeps, 'db' | 'files' | 'jobs' | 'media' | 'newId'>

/** Side length of the square photo, in pixels. */
const SIDE = 256
const LIMITS = { memoryMb: 1_024, cpuSeconds: 10, wallMs: 20_000, outputBytes: 1_000_000 }
/** Limits on concurrent photos. A large one takes one core for a second. */
const PHOTOS_AT_ONCE = { places: 60, atOnce: 2, placesPerKey: 3, atOncePerKey: 1 }
/** Crops the middle of the picture, on white where it is transparent. */
const FILTERS = [
  `[0:v:0]scale=${SIDE}:${SIDE}:force_original_aspect_ratio=increase:flags=lanczos,crop=${SIDE}:${SIDE},format=rgba[picture]`,
  `color=white:size=${SIDE}x${SIDE}[ground]`,
  '[ground][picture]overlay=format=rgb:shortest=1,scale=out_range=pc,format=yuvj420p',
].join(';')
const JPEG = ['-c:v', 'mjpeg', '-q:v', '3', '-map_metadata', '-1', '-frames:v', '1', '-f', 'image2', '-update', '1']

const RECEIVE_LIMITS = {
  maxBytes: PHOTO_MAX_BYTES,
  tooLarge,
  interrupted: 'The upload of your photo was interrupted. Try again.',
}

/** An uploaded picture. */
export type UploadedPhoto = {
  readonly userId: string
  readonly body: ReadableStream<Uint8Array>
  /** Aborts when the client has left. */
  readonly signal?: AbortSignal
}

/**
 * Opens the photo store. Each picture is decoded in the sandbox and re-encoded, which drops its metadata, for example
 * the location. Two are decoded at once, one per person; the others wait on the disk.
 * @returns stores one picture. @throws AppError `too_large` above 5 MB; `unsupported_media` for anything but a JPEG,
 *   PNG or WebP picture; `too_many_requests` and `unavailable` when too many wait
 */
export function openPhotos(deps: Deps): (photo: UploadedPhoto) => Promise<void> {
  const pool = openPool(PHOTOS_AT_ONCE, {
    full: 'Too many photos are being processed. Try again in a minute.',
    tooManyOfKey: 'Your last photos are still being processed. Try again when they are done.',
  })
  return async ({ userId, body, signal }) => {
    const place = pool.enter(userId)
    const directory = await deps.files.temporary()
    try {
      await receiveFile(body, join(directory, 'sent'), RECEIVE_LIMITS)
      // Check the signature first: starting a process for every upload would cost far more.
      if (!isPicture(await readHead(join(directory, 'sent'), PICTURE_HEAD_BYTES))) throw notAPicture()
      await place.turn(signal)
      await encode(deps, directory)
      await storePhoto(deps, userId, join(directory, 'photo.jpg'))
    } finally {
      place.leave()
      await rm(directory, { recursive: true, force: true })
    }
  }
}

/** Removes the photo; a job of the same transaction erases the file. */
export async function removePhoto(deps: Deps, userId: string): Promise<void> {
  await transaction(deps.db, (tx) => replacePhoto(tx, deps, userId, null))
}

async function encode({ media }: Deps, directory: string): Promise<void> {
  try {
    await media.run({
      tool: 'ffmpeg',
      // One thread each: other photos need the other cores.
      args: [
        '-v',
        'error',
        '-threads',
        '1',
        '-i',
        '/in/sent',
        '-an',
        '-filter_complex',
        FILTERS,
        ...JPEG,
        '-y',
        '/out/photo.jpg',
      ],
      inputs: [{ path: join(directory, 'sent'), as: 'sent' }],
      outputDir: directory,
      limits: LIMITS,
      picture: true,
    })
    if ((await stat(join(directory, 'photo.jpg'))).size > 0) return
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    throw error.failure === 'time' ? tooSlow(error) : notAPicture(error)
  }
  throw notAPicture()
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

/** The refusal of a picture above 5 MB. */
export function tooLarge(): AppError {
  return new AppError('too_large', `Choose a picture of at most ${formatBytes(PHOTO_MAX_BYTES)}.`, {
    maxBytes: PHOTO_MAX_BYTES,
  })
}

function tooSlow(cause: Error): AppError {
  const problem = 'Processing this photo took too long. Try again, or choose a smaller one.'
  return new AppError('unavailable', problem, {}, { cause })
}

function notAPicture(cause?: Error): AppError {
  const problem = 'We couldn’t read this file. Choose a JPEG, PNG or WebP picture.'
  return new AppError('unsupported_media', problem, {}, cause === undefined ? {} : { cause })
}
