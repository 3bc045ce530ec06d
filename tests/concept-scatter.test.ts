import { expect, test } from 'vitest'
import { filesUnder } from './architecture/source.ts'

/** The concepts that most changes are about. */
const CONCEPTS = ['look', 'command', 'payout', 'plan', 'export']
/** The most rooms that one concept may fill. */
const MAX_ROOMS = 3

test.each(CONCEPTS)('files named after "%s" lie in at most three rooms', async (concept) => {
  const rooms = roomsOf(await filesUnder('src'), concept)
  expect(rooms.size, 'a concept that no file is named after is misspelt').toBeGreaterThan(0)
  expect(rooms.size, [...rooms].join(', ')).toBeLessThanOrEqual(MAX_ROOMS)
})

test('counts a room once, by names of files and folders, without tests and routes', () => {
  const paths = [
    'src/features/shop/model/cart.ts',
    'src/features/shop/model/empty-cart.ts',
    'src/features/shop/web/carts/list.tsx',
    'src/features/mail/server/cart-mail.ts',
    'src/ui/cart-icon.tsx',
    'src/features/site/web/cart.test.tsx',
    'src/features/site/web/cartoon.tsx',
    'src/app/pages/routes/cart.tsx',
  ]
  expect([...roomsOf(paths, 'cart')]).toEqual([
    'src/features/shop/model',
    'src/features/shop/web',
    'src/features/mail/server',
    'src/ui',
  ])
})

/**
 * The rooms that hold product files named after a concept. A room is a part of a feature (`src/features/<feature>/<part>`),
 * of the platform or of the app (`src/platform/<part>`, `src/app/<part>`), or `src/ui`. A file counts if the concept, in
 * the singular or plural, is a whole word of its name or of a folder between the room and the file. Tests do not count,
 * nor do route files, which are named after the addresses of pages.
 */
function roomsOf(paths: readonly string[], concept: string): ReadonlySet<string> {
  const isNamed = (name: string) => name.split('-').some((word) => word === concept || word === `${concept}s`)
  return new Set(
    paths
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.startsWith('src/app/pages/routes/'))
      .flatMap((path) => {
        const room = ROOM.exec(path)?.[0]
        if (room === undefined) return []
        const names = path
          .slice(room.length + 1)
          .replace(/\..*$/, '')
          .split('/')
        return names.some(isNamed) ? [room] : []
      }),
  )
}

const ROOM = /^src\/(features\/[^/]+\/[^/]+|platform\/[^/]+|app\/[^/]+|ui)(?=\/)/
