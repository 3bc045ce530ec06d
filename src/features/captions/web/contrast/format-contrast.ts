/** A contrast ratio with one digit, never rounded up to one that is enough: “4.4 : 1”. */
export function formatContrast(ratio: number): string {
  return `${(Math.floor(ratio * 10 + 1e-9) / 10).toFixed(1)} : 1`
}
