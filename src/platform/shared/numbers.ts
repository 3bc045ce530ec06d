/**
 * `2,000`, `−90`: a whole number as our pages write it. Not by the browser's own formatter, whose first use costs a
 * phone a tenth of a second while the page comes to life.
 */
export function wholeNumber(value: number): string {
  return String(value)
    .replace('-', '−')
    .replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}
