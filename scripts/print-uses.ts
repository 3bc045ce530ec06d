/** Prints the declared feature graph into ARCHITECTURE.md; tests/architecture.test.ts compares the two. */
import { readFile, writeFile } from 'node:fs/promises'
import { printedUses, usesTable } from '../tests/architecture/uses-table.ts'

const document = await readFile('ARCHITECTURE.md', 'utf8')
const printed = printedUses(document)
if (printed === undefined)
  throw new Error(`ARCHITECTURE.md has no place for the graph; put this where it belongs:\n\n${usesTable()}`)
await writeFile('ARCHITECTURE.md', document.replace(printed, usesTable()))
