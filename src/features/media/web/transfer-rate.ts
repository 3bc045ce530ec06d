/** How fast bytes go, smoothed. */
export type TransferRate = {
  /** Null until two measurements half a second apart exist. */
  readonly bytesPerSecond: number | null
  /** When the last measurement was taken, milliseconds of any steady clock, and what had been sent then. */
  readonly atMs: number
  readonly atBytes: number
}

/** A pace that starts at this moment: at the beginning, and after every pause. */
export function startTransferRate(sentBytes: number, nowMs: number): TransferRate {
  return { bytesPerSecond: null, atMs: nowMs, atBytes: sentBytes }
}

/** Shorter intervals say more about buffers than about the connection. */
const INTERVAL_MS = 500
/** Weight of the newest interval of one second; 0.3 settles in a few seconds and does not jump. */
const WEIGHT = 0.3

/** The pace after `sentBytes` in total have gone; unchanged until half a second has passed. */
export function updateTransferRate(pace: TransferRate, sentBytes: number, nowMs: number): TransferRate {
  const elapsed = nowMs - pace.atMs
  if (elapsed < INTERVAL_MS) return pace
  const measured = Math.max(0, sentBytes - pace.atBytes) / (elapsed / 1_000)
  const weight = 1 - (1 - WEIGHT) ** (elapsed / 1_000)
  const smoothed =
    pace.bytesPerSecond === null ? measured : pace.bytesPerSecond + weight * (measured - pace.bytesPerSecond)
  return { bytesPerSecond: smoothed, atMs: nowMs, atBytes: sentBytes }
}

/** Whole seconds that the remaining bytes take at this pace; null while nothing moves. */
export function secondsLeft({ bytesPerSecond }: TransferRate, remainingBytes: number): number | null {
  if (bytesPerSecond === null || bytesPerSecond < 1) return null
  return Math.ceil(remainingBytes / bytesPerSecond)
}

/** Time left in words: "8 s left", "3 min left", "1 h 20 min left". */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 60) return `${seconds} s left`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min left`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`} left`
}
