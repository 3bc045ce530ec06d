import { formatNumber, pluralize } from './numbers.ts'

/** `120 min`: a limit of a plan. @param ms whole minutes in milliseconds */
export function formatMinutes(ms: number): string {
  return `${formatNumber(ms / 60_000)} min`
}

/** `30 days`. @param ms whole days in milliseconds */
export function formatDays(ms: number): string {
  return pluralize(ms / 86_400_000, 'day')
}
