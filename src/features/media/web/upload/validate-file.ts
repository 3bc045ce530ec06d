import { durationRefusal, sizeRefusal } from '../../model/file-facts.ts'
import type { UploadLimits } from '../../model/limits.ts'

/** Some browsers never respond for a format they cannot read. */
const METADATA_TIMEOUT_MS = 4_000

/**
 * Why a file is refused, as one sentence with what to do, or null; checked before the first byte. The duration is known
 * only if this browser can read the file; the server checks again.
 */
export async function validateFile(file: File, limits: UploadLimits): Promise<string | null> {
  if (file.size === 0) return `“${file.name}” is empty. Choose another file.`
  if (!looksLikeVideo(file)) return `“${file.name}” is not a video. Choose an MP4, MOV, M4V, WebM or MKV file.`
  const tooLarge = sizeRefusal(file.size, limits)
  if (tooLarge !== null) return tooLarge
  const durationMs = await durationOf(file)
  return durationMs === null ? null : durationRefusal(durationMs, limits)
}

/** By type or name only: the server checks the content. */
function looksLikeVideo({ name, type }: File): boolean {
  return type.startsWith('video/') || /\.(mp4|m4v|mov|webm|mkv)$/i.test(name)
}

/** @returns milliseconds; null if this browser cannot tell */
function durationOf(file: File): Promise<number | null> {
  const url = URL.createObjectURL(file)
  const video = document.createElement('video')
  return new Promise<number | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), METADATA_TIMEOUT_MS)
    const answer = () => {
      clearTimeout(timer)
      resolve(Number.isFinite(video.duration) ? Math.round(video.duration * 1_000) : null)
    }
    video.addEventListener('loadedmetadata', answer, { once: true })
    // Without metadata the duration is NaN: unknown.
    video.addEventListener('error', answer, { once: true })
    video.preload = 'metadata'
    video.src = url
  }).finally(() => {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  })
}
