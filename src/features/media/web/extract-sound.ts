/** Beyond this, the server has read the sound of the video first. */
const TIMEOUT_MS = 60_000

/**
 * The sound of a video file alone, about a hundredth of its bytes, in a container of its own.
 * @returns null if this browser cannot read the file in time
 */
export async function extractSound(file: File): Promise<Blob | null> {
  if (typeof Worker === 'undefined') return null
  const worker = new Worker(new URL('./sound-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Blob | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), TIMEOUT_MS)
    worker.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | null>) => {
      clearTimeout(timer)
      resolve(data === null ? null : new Blob([data]))
    })
    worker.addEventListener('error', () => {
      clearTimeout(timer)
      resolve(null)
    })
    worker.postMessage(file, [])
  }).finally(() => worker.terminate())
}
