import { formatNumber } from './numbers.ts'

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** `1 byte`, `612 MB`, `1.5 GB`: a size in decimal units, as in the plans. @param bytes 0 or more */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return '1 byte'
  let [value, unit] = [bytes, 0]
  // Compare the rounded value, so that 999,950 bytes are 1 MB and not 1000 kB.
  while (Math.round(value) >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000
    unit += 1
  }
  return `${formatNumber(value, unit === 0 || value >= 100 ? 0 : 1)} ${UNITS[unit]}`
}
