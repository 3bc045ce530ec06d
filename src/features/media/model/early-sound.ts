import type { UploadLimits } from './limits.ts'

/** Bytes a second of the richest sound that a browser sends before its video: 192 kbit/s. */
const MOST_BYTES_PER_SECOND = 24_000
/** Room for the headers of a container. */
const HEADER_BYTES = 100_000

/** The largest sound that may be sent before a video, in bytes: that of the longest video, and less than the video. */
export function earlySoundLimit(videoBytes: number, { maxDurationMs }: Pick<UploadLimits, 'maxDurationMs'>): number {
  return Math.min(videoBytes, HEADER_BYTES + Math.ceil(maxDurationMs / 1_000) * MOST_BYTES_PER_SECOND)
}
