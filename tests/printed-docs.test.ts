import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { envExample, envTable, printedEnv } from '../scripts/env-table.ts'
import { lookTable, printedLook } from '../scripts/look-table.ts'
import { readEnv } from '../src/platform/server/env.ts'

test('docs/self-hosting.md lists every setting', async () => {
  const page = await readFile('docs/self-hosting.md', 'utf8')
  expect(printedEnv(page), 'run: node scripts/print-env.ts').toBe(envTable())
})

test('.env.example lists every setting, and its defaults are valid', async () => {
  expect(await readFile('.env.example', 'utf8'), 'run: node scripts/print-env.ts').toBe(envExample())

  const lines = envExample()
    .split('\n')
    .filter((line) => /^#[A-Z_]+=/.test(line))
  const filled = Object.fromEntries(lines.map((line) => line.slice(1).split('=', 2) as [string, string]))
  expect(readEnv(filled)).toEqual(readEnv({}))
})

test('docs/template-format.md lists every field of a look', async () => {
  const page = await readFile('docs/template-format.md', 'utf8')
  expect(printedLook(page), 'run: node scripts/print-look.ts').toBe(lookTable())
})
