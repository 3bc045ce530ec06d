import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../shared/errors.ts'

/** The limits of a received file, and the refusals of its feature. */
export type ReceiveLimits = {
  readonly maxBytes: number
  /** The refusal of a file above `maxBytes`. */
  tooLarge(): AppError
  /** The sentence for a broken connection. */
  readonly interrupted: string
}

/** Writes a request's body to a new private file. @throws AppError of `limits` */
export async function receiveFile(
  body: ReadableStream<Uint8Array>,
  path: string,
  { maxBytes, tooLarge, interrupted }: ReceiveLimits,
): Promise<void> {
  let bytes = 0
  try {
    await pipeline(
      body,
      async function* limited(chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          bytes += chunk.byteLength
          if (bytes > maxBytes) throw tooLarge()
          yield chunk
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    )
  } catch (error) {
    if (error instanceof AppError) throw error
    // A broken connection is a refusal, not a defect.
    throw new AppError('unprocessable', interrupted, {}, { cause: error })
  }
}

/** The first bytes of a file, at most `length`. */
export async function readHead(path: string, length: number): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(length))
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
