import type { Hono } from 'hono'
import { captionPicture } from '#features/rendering/server/index.ts'
import { newestTemplate } from '#features/templates/model/index.ts'
import type { DrawPage, PageBootstrap } from '#platform/shared/page.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { type HttpEnv, router } from '#platform/server/http.ts'
import { hashOf } from '#platform/server/static-files.ts'
import routes from '../pages/routes.ts'
import { listedPaths, pictureNameOf, robots, sitemap } from './seo.ts'
import { PICTURE, titleOf } from './seo-head.ts'

const DAY_S = 86_400

/** Serves search engines and social networks: /robots.txt, /sitemap.xml and each page's /social/<page>.png. */
export function seoRoutes({ draw, bootstrap }: { draw: DrawPage; bootstrap: PageBootstrap }): Hono<HttpEnv> {
  const { origin } = bootstrap.site
  const pageOf = new Map(listedPaths(routes).map((path) => [`${pictureNameOf(path)}.png`, path]))
  const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

  async function paint(path: string): Promise<Uint8Array<ArrayBuffer>> {
    return socialPicture(headingOf(titleOf(await draw({ path, bootstrap, withScripts: false }))))
  }

  function picture(path: string): Promise<Uint8Array<ArrayBuffer>> {
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
      c.body(sitemap(origin, routes), 200, { 'content-type': 'application/xml; charset=utf-8' }),
    )
    .get('/social/:picture', async (c, next) => {
      const path = pageOf.get(c.req.param('picture'))
      if (path === undefined) return next()
      const png = await picture(path)
      const etag = `"${hashOf(Buffer.from(png))}"`
      const headers = { 'cache-control': `public, max-age=${DAY_S}`, etag }
      if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
      return c.body(png, 200, { ...headers, 'content-type': 'image/png' })
    })
}

/** The page's title as the product's own painter captions it, over the product's name. */
function socialPicture(title: string): Uint8Array<ArrayBuffer> {
  const karaoke = newestTemplate('karaoke')
  const boxed = newestTemplate('boxed')
  const words = title.split(' ')
  return captionPicture({
    frame: PICTURE,
    background: ['#2b2320', '#14100e'],
    captions: [
      {
        words,
        spoken: words.length - 1,
        template: {
          ...karaoke,
          font: { ...karaoke.font, weight: 900, size: 0.17, leading: 1.12 },
          fill: { ...karaoke.fill, active: '#FF8A4C' },
          layout: { ...karaoke.layout, width: 0.84, maxLines: 3, y: 0.42 },
        },
      },
      {
        words: [PRODUCT_NAME],
        spoken: 0,
        template: {
          ...boxed,
          font: { ...boxed.font, size: 0.066 },
          box: boxed.box && { ...boxed.box, color: '#FF8A4C' },
          fill: { ...boxed.fill, upcoming: '#1D130D', active: '#1D130D', spoken: '#1D130D' },
          layout: { ...boxed.layout, y: 0.85 },
        },
      },
    ],
  })
}

/** "Pricing · Wordpop" and "Wordpop: captions that pop" without the name, which stands below anyway. */
function headingOf(title: string): string {
  const [before = title] = title.split(' · ')
  const heading = before.replace(`${PRODUCT_NAME}: `, '')
  const plain = heading.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'")
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}
