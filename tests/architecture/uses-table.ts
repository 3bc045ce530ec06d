import { USES } from '../../.dependency-cruiser.mjs'
import { printedPart } from './printed-part.ts'

const START = '<!-- uses:begin -->'
const END = '<!-- uses:end -->'

/** The declared graph as printed in ARCHITECTURE.md between its two markers. */
export function usesTable(): string {
  const rows = Object.entries(USES).map(([name, uses]) => `| ${name} | ${uses.length === 0 ? '–' : uses.join(', ')} |`)
  return [START, '| feature | may use |', '|---|---|', ...rows, END].join('\n')
}

/** The printed part of a document; undefined if its markers are missing. */
export function printedUses(document: string): string | undefined {
  return printedPart(document, 'uses')
}
