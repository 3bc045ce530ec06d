import { createWriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Tx, transaction } from '#platform/server/db.ts'
import { MediaError } from '#platform/server/sandbox.ts'
import { AppError } from '#platform/shared/errors.ts'
import { isPicture, PHOTO_MAX_BYTES, PICTURE_HEAD_BYTES } from '../model/index.ts'
import { setPhoto } from './accounts.ts'
import type { AccountsDeps } from './deps.ts'
import { ERASE_PHOTOS } from './erase-photos-job.ts'
import { photoKeys } from './photo-path.ts'

type Deps = Pick<AccountsDeps, 'db' | 'files' | 'jobs' | 'media' | 'newId'>

/** Side of the square a picture becomes, in pixels. */
const SIDE = 256
const LIMITS = { memoryMb: 1_024, cpuSeconds: 10, wallMs: 20_000, outputBytes: 1_000_000 }
/** The middle of the picture, on white where it is transparent. */
const FILTERS = [
  `[0:v:0]scale=${SIDE}:${SIDE}:force_original_aspect_ratio=increase:flags=lanczos,crop=${SIDE}:${SIDE},format=rgba[picture]`,
  `color=white:size=${SIDE}x${SIDE}[ground]`,
  '[ground][picture]overlay=format=rgb:shortest=1,scale=out_range=pc,format=yuvj420p',
].join(';')
const JPEG = ['-c:v', 'mjpeg', '-q:v', '3', '-map_metadata', '-1', '-frames:v', '1', '-f', 'image2', '-update', '1']

/**
 * Takes a picture of the person: decoded in the sandbox and encoded anew, so that nothing else of the file that was
 * sent is kept, such as where it was taken.
 * @throws AppError `too_large` above 5 MB; `unsupported_media` for anything but a JPEG, PNG or WebP picture
 */
export async function storePhoto(deps: Deps, userId: string, body: ReadableStream<Uint8Array>): Promise<void> {
  const directory = await deps.files.temporary()
  try {
    await receive(body, join(directory, 'sent'))
    // A process for whatever anybody sends would cost far more than a look at it.
    if (!isPicture(await headOf(join(directory, 'sent')))) throw notAPicture()
    await encode(deps, directory)
    await keep(deps, userId, join(directory, 'photo.jpg'))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Removes the picture; its file goes by a job of the same transaction. */
export async function removePhoto(deps: Deps, userId: string): Promise<void> {
  await transaction(deps.db, (tx) => exchange(tx, deps, userId, null))
}

async function receive(body: ReadableStream<Uint8Array>, path: string): Promise<void> {
  let bytes = 0
  await pipeline(
    body,
    async function* limited(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        bytes += chunk.byteLength
        if (bytes > PHOTO_MAX_BYTES) throw tooLarge()
        yield chunk
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  )
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(PICTURE_HEAD_BYTES))
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function encode({ media }: Deps, directory: string): Promise<void> {
  try {
    await media.run({
      tool: 'ffmpeg',
      args: ['-v', 'error', '-i', '/in/sent', '-an', '-filter_complex', FILTERS, ...JPEG, '-y', '/out/photo.jpg'],
      inputs: [{ path: join(directory, 'sent'), as: 'sent' }],
      outputDir: directory,
      limits: LIMITS,
      picture: true,
    })
    if ((await stat(join(directory, 'photo.jpg'))).size > 0) return
  } catch (error) {
    if (error instanceof MediaError) throw notAPicture(error)
    throw error
  }
  throw notAPicture()
}

async function keep(deps: Deps, userId: string, path: string): Promise<void> {
  const version = deps.newId()
  const key = photoKeys(userId).of(version)
  await deps.files.adopt(path, key)
  try {
    await transaction(deps.db, (tx) => exchange(tx, deps, userId, version))
  } catch (error) {
    await deps.files.remove(key)
    throw error
  }
}

async function exchange(tx: Tx, deps: Deps, userId: string, version: string | null): Promise<void> {
  const before = await setPhoto(tx, userId, version)
  if (before === null) return
  await deps.jobs.enqueue(tx, ERASE_PHOTOS, { userId, version: before }, { ownerId: userId, subjectId: userId })
}

/** The refusal of a picture above 5 MB. */
export function tooLarge(): AppError {
  return new AppError('too_large', 'Choose a picture of at most 5 MB.', { maxBytes: PHOTO_MAX_BYTES })
}

function notAPicture(cause?: Error): AppError {
  const problem = 'This file is not a picture we can read. Choose a JPEG, PNG or WebP file.'
  return new AppError('unsupported_media', problem, {}, cause === undefined ? {} : { cause })
}
