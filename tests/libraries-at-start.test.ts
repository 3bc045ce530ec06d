import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** The libraries of a bucket, of payments and of own fonts, which are loaded where they are used. */
const LATER = ['@aws-sdk/client-s3', 'stripe', 'fontkit']

test('a process starts without the libraries that only some sites or tasks need', async () => {
  const libraries = await librariesOf('./src/app/compose.ts')
  expect(libraries).toContain('hono')
  expect(libraries.filter((name) => LATER.includes(name))).toEqual([])
})

test.each([
  ['./src/platform/server/files/s3.ts', '@aws-sdk/client-s3'],
  ['./src/features/billing/server/providers/stripe.ts', 'stripe'],
  ['./src/features/brand/server/inspect-font.ts', 'fontkit'],
])('%s loads %s', async (path, library) => {
  expect(await librariesOf(path)).toContain(library)
})

/** The libraries that a new process has after it has imported a module. */
async function librariesOf(path: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', LIST, path])
  return stdout.trim().split('\n')
}

const LIST = `
import { registerHooks } from 'node:module'
const libraries = new Set()
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const [, path] = resolved.url.split('/node_modules/')
    if (path !== undefined) libraries.add(path.split('/').slice(0, path.startsWith('@') ? 2 : 1).join('/'))
    return resolved
  },
})
await import(process.argv[1])
process.stdout.write([...libraries].join('\\n'), () => process.exit())
`
