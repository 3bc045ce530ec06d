import { readFile } from 'node:fs/promises'
import type { Context, Hono } from 'hono'
import { TAGLINE, siteName } from '#platform/shared/product.ts'
import type { Site, SiteIcons } from '#platform/shared/contacts.ts'
import type { PageBootstrap } from '#platform/shared/page.ts'
import { type HttpEnv, router } from '#platform/server/http.ts'

const DAY_S = 86_400
/** The dark theme's background. */
const GROUND = '#17130f'
const ICONS = [
  { size: 192, name: 'small' },
  { size: 512, name: 'large' },
] as const
/** Operators can change name and icons of the site. */
const CHECKED = { 'cache-control': 'public, max-age=0, must-revalidate' }

/**
 * Serves the manifest and icons for a phone's home screen: those that operators uploaded, or our own, which
 * `scripts/app-icons.ts` makes.
 */
export function installRoutes(bootstrap: Pick<PageBootstrap, 'site'>): Hono<HttpEnv> {
  const routes = router().get('/manifest.webmanifest', (c) =>
    c.body(JSON.stringify(manifest(bootstrap.site)), 200, { ...CHECKED, 'content-type': 'application/manifest+json' }),
  )
  const send = async (c: Context<HttpEnv>, size: number, own: keyof SiteIcons) => {
    const chosen = bootstrap.site.icons?.[own]
    if (chosen !== undefined) return c.body(null, 302, { ...CHECKED, location: chosen })
    const icon = await readFile(new URL(`icons/icon-${size}.png`, import.meta.url))
    return c.body(new Uint8Array(icon), 200, { ...CHECKED, 'content-type': 'image/png' })
  }
  for (const { size, name } of ICONS) routes.get(`/icon-${size}.png`, (c) => send(c, size, name))
  routes.get('/favicon.svg', async (c) =>
    c.body(await readFile(new URL('favicon.svg', import.meta.url), 'utf8'), 200, {
      'cache-control': `public, max-age=${DAY_S}`,
      'content-type': 'image/svg+xml',
    }),
  )
  // Programs and interrupted browsers request it whatever the page names.
  routes.get('/favicon.ico', (c) => send(c, 192, 'tab'))
  return routes.get('/apple-touch-icon.png', (c) => send(c, 180, 'apple'))
}

function manifest({ icons }: Site) {
  return {
    name: siteName(),
    short_name: siteName(),
    description: TAGLINE,
    start_url: '/',
    display: 'standalone',
    background_color: GROUND,
    theme_color: GROUND,
    icons: ICONS.map(({ size, name }) => ({
      src: icons?.[name] ?? `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  }
}
