const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** A size in decimal units, as in the plans: `612 MB`, `1.5 GB`. */
export function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const value = bytes / 1_000 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${UNITS[power]}`
}
