import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

/** One violation of each rule that CONTRIBUTING.md claims: the rule, the file, and its code. */
const VIOLATIONS: readonly (readonly [rule: string, file: string, code: string])[] = [
  ['unicorn(filename-case)', 'src/badName.ts', 'export const a = 1'],
  ['eslint(max-lines)', 'src/long-file.ts', 'void 0\n'.repeat(401)],
  ['eslint(max-lines-per-function)', 'src/long-function.ts', `export function f() {\n${'  f()\n'.repeat(60)}}`],
  [
    'eslint(max-lines-per-function)',
    'src/long-part.tsx',
    `export function F() {\n${'  F()\n'.repeat(100)}  return <p />\n}`,
  ],
  ['typescript(no-explicit-any)', 'src/any.ts', 'export const a = (b: any) => b'],
  ['typescript(no-non-null-assertion)', 'src/bang.ts', 'export const a = (b?: string) => b!.length'],
  ['typescript(no-unsafe-type-assertion)', 'src/as.ts', 'export const a = (b: unknown) => b as string'],
  ['typescript(no-floating-promises)', 'src/floating.ts', 'export const a = async () => {}\na()'],
  ['typescript(no-misused-promises)', 'src/misused.ts', 'export const a = async () => true\nif (a()) void a()'],
  ['typescript(only-throw-error)', 'src/throws.ts', "export const a = () => {\n  throw 'a'\n}"],
  [
    'typescript(switch-exhaustiveness-check)',
    'src/switch.ts',
    "export const a = (b: 'x' | 'y') => {\n  switch (b) {\n    case 'x':\n      return 1\n  }\n  return 2\n}",
  ],
  ['eslint(no-console)', 'src/console.ts', 'console.log(1)'],
  ['node(no-process-env)', 'src/env-reader.ts', 'export const a = process.env'],
  ['import(no-default-export)', 'src/default.ts', 'export default 1'],
  ['eslint(no-empty)', 'src/swallow.ts', 'try {\n  eval\n} catch {}'],
  [
    'react-hooks(rules-of-hooks)',
    'src/hooks.tsx',
    "import { useState } from 'react'\nexport function A({ b }: { b: boolean }) {\n  if (b) useState(1)\n  return <p />\n}",
  ],
  [
    'react-hooks(exhaustive-deps)',
    'src/deps.tsx',
    "import { useEffect } from 'react'\nexport function A({ b }: { b: () => void }) {\n  useEffect(() => b(), [])\n  return <p />\n}",
  ],
  ['jsx-a11y(alt-text)', 'src/alt.tsx', 'export const A = () => <img src="/a.png" />'],
  ['jsx-a11y(label-has-associated-control)', 'src/label.tsx', 'export const A = () => <label>Name</label>'],
  [
    'jsx-a11y(click-events-have-key-events)',
    'src/click.tsx',
    'export const A = () => <div onClick={() => {}}>Go</div>',
  ],
  ['unicorn(no-useless-spread)', 'src/spread-object.ts', 'export const a = { ...{ b: 1, c: 2 } }'],
  ['unicorn(no-useless-spread)', 'src/spread-list.ts', 'export const a = [...[1, 2]]'],
  ['vitest(no-focused-tests)', 'src/focused.test.ts', "import { test } from 'vitest'\ntest.only('a', () => {})"],
]

const Report = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) })

test('every claimed lint rule finds its violation', async () => {
  const root = await folderOfViolations()
  const found = new Set((await lint(root)).map(({ code, filename }) => `${code} in ${filename}`))
  const unnoticed = VIOLATIONS.map(([rule, file]) => `${rule} in ${file}`).filter((violation) => !found.has(violation))
  expect(unnoticed, [...found].join('\n')).toEqual([])
})

async function folderOfViolations(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'lint-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const part of ['.oxlintrc.json', 'tsconfig.json', 'package.json']) await cp(part, join(root, part))
  await symlink(resolve('node_modules'), join(root, 'node_modules'))
  for (const [, file, code] of VIOLATIONS) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), `${code}\n`)
  }
  return root
}

/** oxlint exits with 1 if it found something; its findings are on standard output either way. */
async function lint(root: string) {
  const cli = resolve('node_modules/oxlint/bin/oxlint')
  const run = promisify(execFile)(process.execPath, [cli, 'src', '--format=json'], {
    cwd: root,
    maxBuffer: 64 * 2 ** 20,
  })
  const { stdout } = await run.catch((error: unknown) => z.object({ stdout: z.string() }).parse(error))
  return Report.parse(JSON.parse(stdout)).diagnostics
}
