/** Prints who owns which table into ARCHITECTURE.md; tests/table-owners.test.ts compares the two. */
import { readFile, writeFile } from 'node:fs/promises'
import { ownersTable, printedOwners } from '../tests/architecture/table-owners.ts'

const document = await readFile('ARCHITECTURE.md', 'utf8')
const printed = printedOwners(document)
if (printed === undefined)
  throw new Error(`ARCHITECTURE.md has no place for the tables; put this where it belongs:\n\n${ownersTable()}`)
await writeFile(
  'ARCHITECTURE.md',
  document.replace(printed, () => ownersTable()),
)
