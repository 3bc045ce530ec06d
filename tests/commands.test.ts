import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Without npm, apt-get or our Node.js on the path: a usage needs nothing installed. */
const BARE = { PATH: '/usr/bin:/bin' }
const COMMANDS = (await readdir('bin')).filter((name) => !name.includes('.'))

test.each(COMMANDS)('bin/%s --help prints its usage and does nothing else', async (name) => {
  const { code, stdout, stderr } = await run(name, '--help')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(new RegExp(`^Usage: bin/${name}\\b`, 'u'))
})

/** Their first word is any folder. */
const WITH_FOLDER = new Set(['backup', 'restore'])
const WITH_WORDS = COMMANDS.filter((name) => !WITH_FOLDER.has(name))

test.each([
  ...COMMANDS.map((name) => [name, '--nonsense'] as const),
  ...WITH_WORDS.map((name) => [name, 'x'] as const),
])('bin/%s refuses %s with status 2 and its usage', async (name, argument) => {
  const { code, stdout, stderr } = await run(name, argument)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(new RegExp(`^Unknown (option|command): ${argument}\n\nUsage: bin/${name}\\b`, 'u'))
})

test.each([
  ['models', 'install'],
  ['models', 'remove'],
  ['models', 'list', 'small'],
  ['storage'],
  ['backup'],
  ['restore'],
])('bin/%s %s without its other argument prints the usage', async (name, ...rest) => {
  expect(await run(name, ...rest)).toMatchObject({ code: 2, stderr: expect.stringContaining(`Usage: bin/${name}`) })
})

async function run(name: string, ...args: string[]) {
  const done = promisify(execFile)(`bin/${name}`, args, { env: BARE, timeout: 20_000 })
  return done.then(
    (output) => ({ code: 0, ...output }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
}
