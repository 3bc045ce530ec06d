import type { UploadLimits } from './limits.ts'

/** Bytes a second of the richest sound that a browser sends before its video: 192 kbit/s. */
const MOST_BYTES_PER_SECOND = 24_000
/** Room for the headers of a container. */
const HEADER_BYTES = 100_000

/**
 * The header of an answer that begins or continues an upload: the largest sound that may be sent before the video, in
 * bytes. Without it, or with 0, the server wants none.
 */
export const EARLY_SOUND_LIMIT = 'early-sound-limit'

/** The largest sound that may be sent before a video, in bytes: that of the longest video, and less than the video. */
export function earlySoundLimit(videoBytes: number, { maxDurationMs }: Pick<UploadLimits, 'maxDurationMs'>): number {
  return Math.min(videoBytes, HEADER_BYTES + Math.ceil(maxDurationMs / 1_000) * MOST_BYTES_PER_SECOND)
}
