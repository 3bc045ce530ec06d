import { pluralize } from '#platform/shared/format/numbers.ts'

const QUOTED = 40

/** A count for a label: “a word”, “3 words”. */
export function countText(count: number, noun: string): string {
  return count === 1 ? `a ${noun}` : pluralize(count, noun)
}

/** A text in quotation marks, shortened to 40 letters. */
export function quoteText(text: string): string {
  const letters = [...text]
  return `“${letters.length <= QUOTED ? text : `${letters.slice(0, QUOTED).join('')}…`}”`
}
