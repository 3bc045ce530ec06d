/** Prints the fields of a look into docs/template-format.md; tests/printed-docs.test.ts compares them. */
import { readFile, writeFile } from 'node:fs/promises'
import { lookTable, printedLook } from './look-table.ts'

const PAGE = 'docs/template-format.md'

const page = await readFile(PAGE, 'utf8')
const printed = printedLook(page)
if (printed === undefined)
  throw new Error(`${PAGE} has no place for the fields; put this where they belong:\n\n${lookTable()}`)
await writeFile(
  PAGE,
  page.replace(printed, () => lookTable()),
)
