/**
 * A duration for display: `0:07`, `3:00`, `24:00:00`. Rounded down to whole seconds.
 * @param ms milliseconds, 0 or more
 */
export function formatDuration(ms: number): string {
  const total = Math.floor(ms / 1_000)
  const [hours, minutes, seconds] = [Math.floor(total / 3_600), Math.floor(total / 60) % 60, total % 60]
  const padded = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(seconds)}` : `${minutes}:${padded(seconds)}`
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** A file size in decimal units, as in the plans: `612 MB`, `1.5 GB`. @param bytes 0 or more */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const value = bytes / 1_000 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${UNITS[power]}`
}
