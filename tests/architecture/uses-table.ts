import { USES } from '../../.dependency-cruiser.mjs'

const START = '<!-- uses:begin -->'
const END = '<!-- uses:end -->'

/** The declared graph as ARCHITECTURE.md shows it, between its two markers. */
export function usesTable(): string {
  const rows = Object.entries(USES).map(([name, uses]) => `| ${name} | ${uses.length === 0 ? '–' : uses.join(', ')} |`)
  return [START, '| feature | may use |', '|---|---|', ...rows, END].join('\n')
}

/** The printed part of a document, or undefined where its markers are missing. */
export function printedUses(document: string): string | undefined {
  const start = document.indexOf(START)
  const end = document.indexOf(END, start)
  return start === -1 || end === -1 ? undefined : document.slice(start, end + END.length)
}
