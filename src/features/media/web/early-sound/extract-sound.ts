import type { AnnouncedPicture } from '../../model/announced-picture.ts'

/** Beyond this, the server has read the sound of the video first. */
const TIMEOUT_MS = 60_000

/** What the worker reads out of a video file. */
export type ExtractedSound = {
  /** The sound alone, about a hundredth of the bytes, in a container of its own. */
  readonly sound: ArrayBuffer
  /** Null if it cannot be read. */
  readonly picture: AnnouncedPicture | null
}

/**
 * Takes the sound out of a video file.
 * @returns null if this browser cannot read the file in time
 */
export async function extractSound(file: File): Promise<ExtractedSound | null> {
  if (typeof Worker === 'undefined') return null
  const worker = new Worker(new URL('./sound-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<ExtractedSound | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), TIMEOUT_MS)
    worker.addEventListener('message', ({ data }: MessageEvent<ExtractedSound | null>) => {
      clearTimeout(timer)
      resolve(data)
    })
    worker.addEventListener('error', () => {
      clearTimeout(timer)
      resolve(null)
    })
    worker.postMessage(file, [])
  }).finally(() => worker.terminate())
}
