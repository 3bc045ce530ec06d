import { loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { installRoutes } from './install-routes.ts'

test('the manifest names existing icons in their real sizes', async () => {
  const app = installRoutes()
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
