/** The smoothed transfer rate. */
export type TransferRate = {
  /** Null until there are two measurements half a second apart. */
  readonly bytesPerSecond: number | null
  /** The time of the last measurement in milliseconds of any monotonic clock, and the bytes sent by then. */
  readonly atMs: number
  readonly atBytes: number
}

/** A new measurement, at the start and after every pause. */
export function startTransferRate(sentBytes: number, nowMs: number): TransferRate {
  return { bytesPerSecond: null, atMs: nowMs, atBytes: sentBytes }
}

/** Shorter intervals measure buffers rather than the connection. */
const INTERVAL_MS = 500
/** Weight of the newest interval of one second; 0.3 settles in a few seconds and does not jump. */
const WEIGHT = 0.3

/** The rate after `sentBytes` in total; unchanged until half a second has passed. */
export function updateTransferRate(rate: TransferRate, sentBytes: number, nowMs: number): TransferRate {
  const elapsed = nowMs - rate.atMs
  if (elapsed < INTERVAL_MS) return rate
  const measured = Math.max(0, sentBytes - rate.atBytes) / (elapsed / 1_000)
  const weight = 1 - (1 - WEIGHT) ** (elapsed / 1_000)
  const smoothed =
    rate.bytesPerSecond === null ? measured : rate.bytesPerSecond + weight * (measured - rate.bytesPerSecond)
  return { bytesPerSecond: smoothed, atMs: nowMs, atBytes: sentBytes }
}

/** Whole seconds for the remaining bytes at this rate; null while nothing moves. */
export function secondsLeft({ bytesPerSecond }: TransferRate, remainingBytes: number): number | null {
  if (bytesPerSecond === null || bytesPerSecond < 1) return null
  return Math.ceil(remainingBytes / bytesPerSecond)
}
