import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { envExample, envTable, printedEnv } from '../scripts/env-table.ts'
import { lookTable, printedLook } from '../scripts/look-table.ts'
import { plansTable, printedPlans } from '../scripts/plans-table.ts'
import { readEnv } from '../src/platform/server/env.ts'

test('docs/self-hosting.md lists every setting', async () => {
  const page = await readFile('docs/self-hosting.md', 'utf8')
  expect(printedEnv(page), 'run: node scripts/print-env.ts').toBe(envTable())
})

test('docs/self-hosting.md lists every key of PLANS_JSON', async () => {
  const page = await readFile('docs/self-hosting.md', 'utf8')
  expect(printedPlans(page), 'run: node scripts/print-env.ts').toBe(plansTable())
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

test('the index of decisions lists each once, under its title', async () => {
  const folder = 'docs/decisions'
  const files = (await readdir(folder)).filter((name) => /^\d{4}-/.test(name) && !name.startsWith('0000'))
  const rows = files.map(async (name) => {
    const [heading = ''] = (await readFile(`${folder}/${name}`, 'utf8')).split('\n')
    return heading.replace(/^# (\d{4}): (.*)$/, (_, number, title) => `| [${number}](${name}) | ${title} |`)
  })
  const index = await readFile(`${folder}/README.md`, 'utf8')
  const listed = index.split('\n').filter((line) => line.startsWith('| ['))
  expect(listed.toSorted()).toEqual((await Promise.all(rows)).toSorted())
})
