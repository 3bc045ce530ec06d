/** `21 November 2026`, the same wherever it is read. @param date `2026-11-21` */
export function longDate(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}
