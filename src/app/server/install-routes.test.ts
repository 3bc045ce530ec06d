import { loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { contactsAt, DEFAULT_AFFILIATE_TERMS, type Site } from '#platform/shared/contacts.ts'
import { installRoutes } from './install-routes.ts'

const ORIGIN = 'https://clips.example'
const SITE: Site = {
  origin: ORIGIN,
  contacts: contactsAt(ORIGIN, { legal: undefined, support: undefined, general: undefined }),
  links: {},
  sells: true,
  affiliates: DEFAULT_AFFILIATE_TERMS,
}

test('the manifest names existing icons in their real sizes', async () => {
  const app = installRoutes({ site: SITE })
  const manifest = await app.request('/manifest.webmanifest')
  expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
  const { icons }: { icons: { src: string; sizes: string }[] } = JSON.parse(await manifest.text())
  expect(icons.length).toBeGreaterThan(1)
  for (const { src, sizes } of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const picture = await app.request(src)
    expect(picture.status, src).toBe(200)
    const { width, height } = await loadImage(Buffer.from(await picture.arrayBuffer()))
    expect(`${width}x${height}`, src).toBe(sizes)
  }
})

test('icons of the operator are in the manifest, and at the addresses that programs try', async () => {
  const icons = { tab: '/t.png', apple: '/a.png', small: '/s.png', large: '/l.png' }
  const app = installRoutes({ site: { ...SITE, icons } })
  const manifest: { icons: { src: string }[] } = JSON.parse(await (await app.request('/manifest.webmanifest')).text())
  expect(manifest.icons.map(({ src }) => src)).toEqual(['/s.png', '/l.png'])
  const targets = ['/favicon.ico', '/apple-touch-icon.png', '/icon-192.png', '/icon-512.png'].map(async (path) =>
    (await app.request(path)).headers.get('location'),
  )
  expect(await Promise.all(targets)).toEqual(['/t.png', '/a.png', '/s.png', '/l.png'])
})
