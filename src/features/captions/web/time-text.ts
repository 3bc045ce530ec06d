/** A media time for people, `1:02.3`, or `1:02` without tenths. */
export function timeText(ms: number, { tenths = false }: { tenths?: boolean } = {}): string {
  const all = Math.max(0, tenths ? Math.floor(ms / 100) * 100 : Math.floor(ms / 1_000) * 1_000)
  const minutes = Math.floor(all / 60_000)
  const seconds = Math.floor((all % 60_000) / 1_000)
  const rest = tenths ? `.${Math.floor((all % 1_000) / 100)}` : ''
  return `${minutes}:${String(seconds).padStart(2, '0')}${rest}`
}

/** A media time to the millisecond, `1:02.345`. */
export function exactTimeText(ms: number): string {
  return `${timeText(ms)}.${String(ms % 1_000).padStart(3, '0')}`
}
