/** Prints every setting into docs/self-hosting.md and .env.example; tests/printed-docs.test.ts compares them. */
import { readFile, writeFile } from 'node:fs/promises'
import { envExample, envTable, printedEnv } from './env-table.ts'
import { plansTable, printedPlans } from './plans-table.ts'

const PAGE = 'docs/self-hosting.md'

const page = await readFile(PAGE, 'utf8')
await writeFile(PAGE, withTable(withTable(page, printedEnv(page), envTable()), printedPlans(page), plansTable()))
await writeFile('.env.example', envExample())

function withTable(text: string, printed: string | undefined, table: string): string {
  if (printed === undefined) throw new Error(`${PAGE} has no place for a table; put this where it belongs:\n\n${table}`)
  return text.replace(printed, () => table)
}
