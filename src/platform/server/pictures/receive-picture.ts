import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { formatBytes } from '../../shared/format/bytes.ts'
import { kindOfPicture, type PictureKind } from '../../shared/picture-kind.ts'
import { encodePicture, type PictureOutput } from './encode-picture.ts'
import type { FileStore } from '../files.ts'
import { checkPictureSize, PICTURE_HEAD_BYTES, type PictureSize, pictureSizeIn } from './picture-size.ts'
import { openPool, type PoolLimits } from '../pool.ts'
import { readHead, receiveFile } from '../files/receive-file.ts'
import type { MediaRunner } from '../sandbox/sandbox.ts'

/** What a feature accepts as a picture, and how it says so. */
export type PictureRules = {
  readonly maxBytes: number
  /** The longest side in pixels. Default: the sandbox alone limits a picture, in pixels. */
  readonly maxSide?: number
  /** The largest file that is made of a picture, in bytes. */
  readonly outputBytes: number
  /** Decoding a large picture takes a core for about a second. */
  readonly atOnce: PoolLimits
  readonly texts: PictureTexts
}

/** The sentences of a feature about a picture. */
export type PictureTexts = Readonly<Record<Exclude<PictureKind, 'picture'> | 'unreadable' | 'tooSlow', string>> & {
  /** The connection broke. */
  readonly interrupted: string
  /** Too many pictures wait, of everybody or of one account. */
  readonly full: string
  readonly tooManyOfKey: string
}

/** An uploaded picture on its way in. */
export type UploadedPicture = {
  /** Whose turn it is: usually an account. */
  readonly key: string
  readonly body: ReadableStream<Uint8Array>
  /** Aborts when the client has left. */
  readonly signal?: AbortSignal | undefined
}

/** A picture whose turn it is to be decoded, in a private folder that is removed afterwards. */
export type ReceivedPicture = {
  /** The path of a file that `encode` wrote. */
  path(file: string): string
  /**
   * Decodes the picture in the sandbox, and writes files without its metadata.
   * @throws AppError `unsupported_media` for anything that cannot be decoded; `unavailable` after the time limit
   */
  encode(output: PictureOutput): Promise<void>
}

/** Receives one picture, lets `store` re-encode and keep it once it is its turn, and removes what was received. */
export type ReceivePicture = <Result>(
  uploaded: UploadedPicture,
  store: (picture: ReceivedPicture) => Promise<Result>,
) => Promise<Result>

/**
 * Opens the way in for one kind of picture. What was sent is never stored or served: only files that the sandbox wrote.
 * @returns receives one picture. @throws AppError `too_large` above `maxBytes`; `unsupported_media` for anything but a
 *   PNG, WebP or JPEG picture, and above the limits of pixels; `unprocessable` for a broken connection;
 *   `too_many_requests` and `unavailable` when too many wait
 */
export function openPictures(
  { files, media }: { readonly files: Pick<FileStore, 'temporary'>; readonly media: Pick<MediaRunner, 'run'> },
  rules: PictureRules,
): ReceivePicture {
  const { maxBytes, texts } = rules
  const pool = openPool(rules.atOnce, texts)
  const limits = { maxBytes, tooLarge: () => pictureTooLarge(maxBytes), interrupted: texts.interrupted }
  return async ({ key, body, signal }, store) => {
    const place = pool.enter(key)
    let directory: string | undefined
    try {
      directory = await files.temporary()
      const folder = directory
      await receiveFile(body, join(folder, 'sent'), limits)
      const head = await readHead(join(folder, 'sent'), PICTURE_HEAD_BYTES)
      // Check the head first: starting a process for every upload would cost far more.
      const kind = kindOfPicture(head)
      if (kind !== 'picture') throw new AppError('unsupported_media', texts[kind])
      const size = pictureSizeIn(head)
      if (size !== undefined) checkPictureSize(size, rules)
      await place.turn(signal)
      const sent = { directory: folder, isJpeg: head[0] === JPEG_BEGINS }
      return await store({
        path: (file) => join(folder, file),
        encode: (output) => encodePicture(media, sent, { ...output, ...rules }),
      })
    } finally {
      place.leave()
      if (directory !== undefined) await rm(directory, { recursive: true, force: true })
    }
  }
}

const JPEG_BEGINS = 0xff

/** The refusal of a picture above `maxBytes`. */
export function pictureTooLarge(maxBytes: number): AppError {
  return new AppError('too_large', `Choose a picture of at most ${formatBytes(maxBytes)}.`, { maxBytes })
}

/** The size of a PNG file that `encode` wrote. */
export async function sizeOfPng(path: string): Promise<PictureSize> {
  const size = pictureSizeIn(await readHead(path, PICTURE_HEAD_BYTES))
  if (size === undefined) throw new Error(`${path} is no PNG file`)
  return size
}
