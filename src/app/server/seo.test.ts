import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import table from '../pages/routes.ts'
import { listedPath, listedPaths, pictureNameOf, robots, sitemap } from './seo.ts'

const ORIGIN = 'https://wordpop.example'
/** Public pages of no use to a search engine. */
const UNLISTED = [
  '/reset-password',
  '/verify-email',
  '/confirm-email',
  '/affiliate/complete-profile',
  '/affiliate/dashboard',
  '/affiliate/payout-settings',
  '/affiliate/referrals',
  '/affiliate/profile',
  '/affiliate/materials',
  '/operator',
  '/operator/affiliates',
  '/operator/payments',
  '/operator/commissions',
  '/operator/payouts',
  '/operator/users',
  '/operator/jobs',
  '/operator/speech',
  '/operator/operators',
  '/operator/reports',
  '/operator/blocked',
  '/operator/actions',
  '/operator/sign-in',
  '/operator/site',
  '/operator/mail',
  '/operator/alerts',
  '/report/sent',
  '/unsubscribed',
  '/error',
  '/maintenance',
]
/** The mark of a page file that requires a signed-in user. */
const GUARD = /<Require\w+/

test('the sitemap lists every public page, a new one without further work', async () => {
  const open = (await pageFiles()).filter(({ path, source }) => !/[:*]/.test(path) && !GUARD.test(source))
  const expected = open.map(({ path }) => path).filter((path) => !UNLISTED.includes(path))
  const listed = listedPaths(table)
  expect(expected.filter((path) => !listed.includes(path))).toEqual([])
  expect(listed).toContain('/')
})

test('the sitemap holds no guarded page, no token page and no stand-in', async () => {
  const closed = (await pageFiles()).filter(({ path, source }) => GUARD.test(source) || UNLISTED.includes(path))
  expect(closed.length).toBeGreaterThan(3)
  const listed = listedPaths(table)
  expect(closed.map(({ path }) => path).filter((path) => listed.includes(path))).toEqual([])
})

test('lists no address with a parameter in it', () => {
  for (const path of ['accept-invitation/:invitationId', 'projects/:projectId', ':username', '*']) {
    expect(listedPath({ path }), path).toBeNull()
  }
})

test('sitemap and robots name the public address', () => {
  expect(sitemap(ORIGIN, [{ path: '/' }, { path: 'faq' }, { path: 'upload' }])).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
      '  <url><loc>https://wordpop.example/</loc></url>\n  <url><loc>https://wordpop.example/faq</loc></url>\n</urlset>\n',
  )
  expect(robots(ORIGIN)).toMatch(
    /^User-agent: \*\n[^]*Disallow: \/upload\n[^]*Sitemap: https:\/\/wordpop\.example\/sitemap\.xml\n$/,
  )
})

test.each([
  ['/', 'home'],
  ['/pricing', 'pricing'],
  ['/affiliate/login', 'affiliate-login'],
])('the picture of %s is called %s', (path, name) => {
  expect(pictureNameOf(path)).toBe(name)
})

async function pageFiles() {
  return Promise.all(
    table.map(async ({ file, path }) => ({
      path: `/${path}`,
      source: await readFile(`src/app/pages/${file}`, 'utf8'),
    })),
  )
}
