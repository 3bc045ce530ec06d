import { expect, test } from 'vitest'
import { RESERVED_NAMES } from '#features/referrals/model/index.ts'
import { testProduct } from '../../../tests/support/product.ts'
import routes, { type PageRoute } from '../pages/routes.ts'
import { webApp } from './web-app.ts'

const { product } = await testProduct()

test('reserves the names of pages against affiliates', () => {
  const pages = routes.map(firstSegment).filter((segment) => segment !== undefined)
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((segment) => !RESERVED_NAMES.has(segment))).toEqual([])
})

test('reserves every other path that the server answers', () => {
  const site = webApp(product, { publicUrl: undefined }).routes.map(({ path }) => path.split('/')[1] ?? '')
  const names = site.filter((segment) => /^[a-z0-9]/.test(segment))
  expect(names).toContain('healthz')
  expect(names.filter((segment) => !RESERVED_NAMES.has(segment))).toEqual([])
})

test('reserves words that pass for the product itself', () => {
  const words =
    'admin account settings docs help app www mail legal security abuse postmaster webhooks null undefined me new'
  expect(words.split(' ').filter((word) => !RESERVED_NAMES.has(word))).toEqual([])
})

/** `affiliate` of `affiliate/dashboard`; undefined for the home page and for whatever is no page. */
function firstSegment({ path }: PageRoute): string | undefined {
  const [segment = ''] = path.split('/')
  return segment === '' || segment === '*' ? undefined : segment
}
