/** Prints every setting into docs/self-hosting.md and .env.example; tests/printed-docs.test.ts compares them. */
import { readFile, writeFile } from 'node:fs/promises'
import { envExample, envTable, printedEnv } from './env-table.ts'

const PAGE = 'docs/self-hosting.md'

const page = await readFile(PAGE, 'utf8')
const printed = printedEnv(page)
if (printed === undefined)
  throw new Error(`${PAGE} has no place for the settings; put this where they belong:\n\n${envTable()}`)
await writeFile(
  PAGE,
  page.replace(printed, () => envTable()),
)
await writeFile('.env.example', envExample())
