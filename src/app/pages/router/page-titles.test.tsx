import { expect, test } from 'vitest'
import routes from '../routes.ts'
import type { PageMeta } from './head.ts'
import { loadPage } from './page-modules.ts'

const SITE = { sells: true }

test.each(['title', 'description'] as const)('gives no two pages the same %s', async (what) => {
  const pathsOf = new Map<string, string[]>()
  for (const { path } of routes) {
    const address = `/${path.replaceAll(/:\w+/g, 'some').replace('*', 'nobody')}`
    const text = textOf((await loadPage(address, SITE)).meta({ ...SITE, policies: ['imprint'] }), what)
    if (text !== undefined) pathsOf.set(text, [...(pathsOf.get(text) ?? []), address])
  }
  expect([...pathsOf].filter(([, paths]) => paths.length > 1)).toEqual([])
})

function textOf(meta: PageMeta, what: string): string | undefined {
  for (const one of meta) {
    if (what === 'title' && 'title' in one) return one.title
    if ('name' in one && one.name === what) return one.content
  }
  return undefined
}
