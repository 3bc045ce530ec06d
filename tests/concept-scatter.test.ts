import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder } from './architecture/source.ts'

/** The concepts that most changes are about. */
const CONCEPTS = ['look', 'command', 'payout', 'plan', 'export']
/** The most folders with files of one concept. */
const MAX_FOLDERS = 3

test.each(CONCEPTS)('files named after "%s" lie in at most three folders', async (concept) => {
  const folders = foldersOf(await filesUnder('src'), concept)
  expect(folders.size, 'a concept that no file is named after is misspelt').toBeGreaterThan(0)
  expect(folders.size, [...folders].join(', ')).toBeLessThanOrEqual(MAX_FOLDERS)
})

test('counts each folder with a product file of that name, of any kind, without tests and routes', () => {
  const paths = [
    'src/features/shop/model/cart.ts',
    'src/features/shop/model/empty-cart.ts',
    'src/features/shop/web/carts/empty-carts.tsx',
    'src/features/shop/web/carts/list.tsx',
    'src/features/mail/server/cart-mail.ts',
    'src/ui/cart.css',
    'src/features/site/web/cart.test.tsx',
    'src/features/site/web/cartoon.tsx',
    'src/app/pages/routes/cart.tsx',
  ]
  expect([...foldersOf(paths, 'cart')]).toEqual([
    'src/features/shop/model',
    'src/features/shop/web/carts',
    'src/features/mail/server',
    'src/ui',
  ])
})

/**
 * The folders with product files named after a concept: the concept, in the singular or plural, is a whole word of the
 * file's name. Tests do not count, nor do route files, which are named after the addresses of pages.
 */
function foldersOf(paths: readonly string[], concept: string): ReadonlySet<string> {
  const isNamed = (name: string) => name.split('-').some((word) => word === concept || word === `${concept}s`)
  return new Set(
    paths
      .filter((path) => !path.includes('.test.') && !path.startsWith('src/app/pages/routes/'))
      .filter((path) => isNamed(basename(path).replace(/\..*$/, '')))
      .map(dirname),
  )
}
