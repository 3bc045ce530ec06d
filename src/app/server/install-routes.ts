import { readFile } from 'node:fs/promises'
import type { Hono } from 'hono'
import { TAGLINE, siteName } from '#platform/shared/product.ts'
import { type HttpEnv, router } from '#platform/server/http.ts'

const DAY_S = 86_400
/** The dark theme's background. */
const GROUND = '#17130f'
const ICON_SIZES = [192, 512]

/** Serves the manifest and icons for a phone's home screen. `scripts/app-icons.ts` makes the pictures. */
export function installRoutes(): Hono<HttpEnv> {
  const routes = router().get('/manifest.webmanifest', (c) =>
    c.body(JSON.stringify(manifest()), 200, {
      // Operators can rename the site.
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-type': 'application/manifest+json',
    }),
  )
  const icon = async (size: number) =>
    new Uint8Array(await readFile(new URL(`icons/icon-${size}.png`, import.meta.url)))
  const headers = { 'cache-control': `public, max-age=${DAY_S}`, 'content-type': 'image/png' }
  for (const size of ICON_SIZES) {
    routes.get(`/icon-${size}.png`, async (c) => c.body(await icon(size), 200, headers))
  }
  routes.get('/favicon.svg', async (c) =>
    c.body(await readFile(new URL('favicon.svg', import.meta.url), 'utf8'), 200, {
      'cache-control': `public, max-age=${DAY_S}`,
      'content-type': 'image/svg+xml',
    }),
  )
  // Programs and interrupted browsers request it whatever the page names.
  routes.get('/favicon.ico', async (c) => c.body(await icon(192), 200, headers))
  return routes.get('/apple-touch-icon.png', async (c) => c.body(await icon(180), 200, headers))
}

function manifest() {
  return {
    name: siteName(),
    short_name: siteName(),
    description: TAGLINE,
    start_url: '/',
    display: 'standalone',
    background_color: GROUND,
    theme_color: GROUND,
    icons: ICON_SIZES.map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  }
}
