import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { filesUnder } from './architecture/source.ts'

const ROUTES = 'src/app/pages/routes'

test('every page that requires an account has the links of users from the start', async () => {
  const pages = await Promise.all(
    (await filesUnder(ROUTES)).map(async (path) => ({ path, text: await readFile(path, 'utf8') })),
  )
  const having = (part: string) => pages.filter(({ text }) => text.includes(part)).map(({ path }) => path)
  expect(having('<RequireAccount>')).not.toEqual([])
  expect(having('needsAccount: true')).toEqual(having('<RequireAccount>'))
})
