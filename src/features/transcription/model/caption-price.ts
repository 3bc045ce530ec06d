import { type Credits, credits, DEFAULT_DEDUCTION } from '#features/credits/model/index.ts'

/** Milliseconds of video covered by one price unit. */
export const PRICED_SPAN_MS = 3 * 60 * 1000

/**
 * The price of captions: 10 credits for each started 3 minutes (product §1).
 * @param durationMs length of the video in milliseconds, from the server's own measurement
 * @throws RangeError when `durationMs` is negative or not finite
 */
export function captionPrice(durationMs: number): Credits {
  if (!Number.isFinite(durationMs) || durationMs < 0) throw new RangeError(`not a duration: ${durationMs}`)
  return credits(DEFAULT_DEDUCTION * Math.max(1, Math.ceil(durationMs / PRICED_SPAN_MS)))
}
