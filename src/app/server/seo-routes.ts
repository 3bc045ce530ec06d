import type { Hono } from 'hono'
import { socialPicture } from '#features/rendering/server/index.ts'
import type { DrawPage, PageBootstrap } from '#platform/shared/page.ts'
import { siteName } from '#platform/shared/product.ts'
import { type HttpEnv, router } from '#platform/server/http.ts'
import { hashOf } from '#platform/server/http/static-files.ts'
import { offeredRoutes } from '../pages/routes.ts'
import { listedPaths, pictureNameOf, robots, sitemap } from './seo.ts'
import { PICTURE, titleOf } from './seo-head.ts'

const DAY_S = 86_400

/** Serves search engines and social networks: /robots.txt, /sitemap.xml and each page's /social/<page>.png. */
export function seoRoutes({ draw, bootstrap }: { draw: DrawPage; bootstrap: PageBootstrap }): Hono<HttpEnv> {
  const { origin } = bootstrap.site
  const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  let drawnFor = bootstrap.site

  async function paint(path: string): Promise<Uint8Array<ArrayBuffer>> {
    const title = headingOf(titleOf(await draw({ path, bootstrap, withScripts: false })))
    return socialPicture({ title, name: siteName(), frame: PICTURE })
  }

  function picture(path: string): Promise<Uint8Array<ArrayBuffer>> {
    if (drawnFor !== bootstrap.site) {
      drawnFor = bootstrap.site
      drawn.clear()
    }
    const known = drawn.get(path)
    if (known !== undefined) return known
    const painting = paint(path)
    drawn.set(path, painting)
    painting.catch(() => drawn.delete(path))
    return painting
  }

  return router()
    .get('/robots.txt', (c) => c.text(robots(origin)))
    .get('/sitemap.xml', (c) =>
      c.body(sitemap(origin, offeredRoutes(bootstrap.site)), 200, { 'content-type': 'application/xml; charset=utf-8' }),
    )
    .get('/social/:picture', async (c, next) => {
      const paths = listedPaths(offeredRoutes(bootstrap.site))
      const path = paths.find((one) => `${pictureNameOf(one)}.png` === c.req.param('picture'))
      if (path === undefined) return next()
      const png = await picture(path)
      const etag = `"${hashOf(Buffer.from(png))}"`
      const headers = { 'cache-control': `public, max-age=${DAY_S}`, etag }
      if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
      return c.body(png, 200, { ...headers, 'content-type': 'image/png' })
    })
}

/** "Pricing · Wordpop" and "Wordpop: captions that pop" without the name, which the picture shows below. */
function headingOf(title: string): string {
  const [before = title] = title.split(' · ')
  const plain = before
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
  const heading = plain.replace(`${siteName()}: `, '')
  return heading.charAt(0).toUpperCase() + heading.slice(1)
}
