/**
 * `2,000`, `−90`: a whole number as our pages write it. Not by the browser's own formatter, whose first use costs a
 * phone a tenth of a second while the page comes to life.
 */
export function wholeNumber(value: number): string {
  const digits = String(Math.abs(value))
  const first = digits.length % 3
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])]
  return `${value < 0 ? '−' : ''}${groups.filter((group) => group !== '').join(',')}`
}
