/** The calendar in plain arithmetic, without `Date`. Times in seconds since 1970, UTC. */
export const DAY = 86_400

/** The same day a number of months later, or the last day of a shorter month. */
export function monthsAfter(from: number, months: number): number {
  return dayOfAnchor(from, from, months)
}

/** The anchor's day, in the month that is `months` after the month of `from`. */
export function dayOfAnchor(anchor: number, from: number, months: number): number {
  const { day } = dateOf(Math.floor(anchor / DAY))
  const now = dateOf(Math.floor(from / DAY))
  const count = now.year * 12 + now.month - 1 + months
  const [year, month] = [Math.floor(count / 12), (count % 12) + 1]
  return daysBefore(year, month) * DAY + (Math.min(day, lengthOf(year, month)) - 1) * DAY + (anchor % DAY)
}

function lengthOf(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

/** Days from 1 January 1970 to the first of a month. */
function daysBefore(year: number, month: number): number {
  let days = 0
  for (let one = 1970; one < year; one += 1) days += isLeap(one) ? 366 : 365
  for (let one = 1; one < month; one += 1) days += lengthOf(year, one)
  return days
}

function dateOf(days: number): { year: number; month: number; day: number } {
  let year = 1970
  while (daysBefore(year + 1, 1) <= days) year += 1
  let month = 1
  while (month < 12 && daysBefore(year, month + 1) <= days) month += 1
  return { year, month, day: days - daysBefore(year, month) + 1 }
}
