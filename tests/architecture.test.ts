import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import config, { USES } from '../.dependency-cruiser.mjs'
import { cruise } from './architecture/cruise.ts'
import { printedUses, usesTable } from './architecture/uses-table.ts'
import { VIOLATIONS, violatingFiles } from './architecture/violations.ts'

const product = cruise('.')

test('the product follows every import rule', async () => {
  const { files, broken } = await product
  expect(broken).toEqual([])
  expect(files.length, 'a tool that reads no TypeScript sees no files and passes').toBeGreaterThan(150)
})

test('every import rule finds the file that breaks it', async () => {
  const { broken } = await cruise(await treeOfViolations())
  const found = new Set(broken.map(({ rule, from }) => `${rule} in ${from}`))
  const unnoticed = VIOLATIONS.map(({ rule, file }) => `${rule} in ${file}`).filter(
    (violation) => !found.has(violation),
  )
  expect(unnoticed).toEqual([])

  const seeded = new Set(VIOLATIONS.map(({ rule }) => rule))
  const unproved = config.forbidden.map(({ name }) => name).filter((name) => !seeded.has(name))
  expect(unproved).toEqual([])
})

test('the feature graph has no cycle and names only declared features', () => {
  const settled = new Set<string>()
  let left = Object.entries(USES)
  while (left.length > 0) {
    const ready = left.filter(([, uses]) => uses.every((name) => settled.has(name)))
    expect(ready, `a cycle or an unknown name among ${left.map(([name]) => name).join(', ')}`).not.toEqual([])
    for (const [name] of ready) settled.add(name)
    left = left.filter(([name]) => !settled.has(name))
  }
})

test('every feature uses all features that it may use', async () => {
  const used = new Set((await product).imports.map(({ from, to }) => `${featureOf(from)} → ${featureOf(to)}`))
  const declared = Object.entries(USES).flatMap(([feature, uses]) => uses.map((other) => `${feature} → ${other}`))
  expect(declared.filter((use) => !used.has(use))).toEqual([])
})

test('ARCHITECTURE.md prints the enforced graph', async () => {
  const document = await readFile('ARCHITECTURE.md', 'utf8')
  expect(printedUses(document), 'run: node scripts/print-uses.ts').toBe(usesTable())
})

function featureOf(path: string): string | undefined {
  return /^src\/features\/(\w+)\//.exec(path)?.[1]
}

/** A tree of only the violations and their imports; the product itself was cruised above. */
async function treeOfViolations(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'violations-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const part of ['package.json', 'tsconfig.json', '.dependency-cruiser.mjs']) await cp(part, join(root, part))
  await symlink(resolve('node_modules'), join(root, 'node_modules'))
  for (const [file, code] of Object.entries(violatingFiles())) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), `${code}\n`)
  }
  return root
}
