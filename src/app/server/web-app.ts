import type { Hono, MiddlewareHandler } from 'hono'
import { AppError } from '#platform/shared/errors.ts'
import { type HttpEnv, router } from '#platform/server/http.ts'
import { sameOrigin } from '#platform/server/http/same-origin.ts'
import { type StaticFile, staticFiles } from '#platform/server/http/static-files.ts'
import type { DrawPage } from '#platform/shared/page.ts'
import { api } from './api.ts'
import { limitBodies } from './body-limits.ts'
import type { Product } from '../compose.ts'
import { healthRoutes } from './health-routes.ts'
import { installRoutes } from './install-routes.ts'
import { servePages } from './serve-pages.ts'
import { seoRoutes } from './seo-routes.ts'

/** The output of a build: the code that draws pages, and the files that browsers load. */
export type BuiltPages = { readonly draw: DrawPage; readonly files: readonly StaticFile[] }

/**
 * Everything the web process answers: the API, the files of the build, and the pages.
 * @param o.publicUrl the operator's setting; the API then accepts changes from its pages only
 * @param o.built absent if only the API is served
 * @param o.maintenance answers pages and API with the maintenance message
 */
export function webApp(
  product: Product,
  o: { publicUrl: string | undefined; built?: BuiltPages; maintenance?: boolean },
): Hono<HttpEnv> {
  const app = router()
  app.use(product.metrics.count)
  app.use(securityHeaders(product.publicUrl.startsWith('https:')))
  app.use(limitBodies())
  app.route('/', healthRoutes(product))
  if (o.maintenance === true) app.use('/api/*', closedForMaintenance)
  app.route('/api', api(product, o))
  app.route('/fonts', product.fonts)
  app.route('/template-pictures', product.templatePictures)
  app.route('/site-pictures', product.sitePictures)
  app.route('/.well-known', product.wellKnown)
  app.route('/dev/outbox', product.outbox)
  app.route('/metrics', product.metrics.routes)
  if (o.built === undefined) return app

  const serveFile = staticFiles(o.built.files)
  const { draw: drawBuilt } = o.built
  const draw: DrawPage = (page) => drawBuilt({ ...page, text: product.policyText(page.path) })
  const { bootstrap } = product
  const servePage = servePages({ draw, bootstrap, maintenance: o.maintenance === true })
  app.route('/', installRoutes(bootstrap))
  app.route('/', seoRoutes({ draw, bootstrap }))
  // An affiliate cannot have a page's name: those are reserved. Any other unknown path is Page Not Found.
  app.get(
    '*',
    async (c) =>
      (await serveFile(c)) ?? product.reportForms.redirect(c) ?? (await product.redirectReferral(c)) ?? servePage(c),
  )
  if (o.maintenance !== true) app.route('/', formRoutes(product, { publicUrl: o.publicUrl, servePage }))
  // Any other form sent without scripts: its body stays unread.
  app.post('*', (c) => servePage(c))
  return app
}

/** The forms of pages that work without scripts. */
function formRoutes(
  { reportForms, unsubscribe }: Pick<Product, 'reportForms' | 'unsubscribe'>,
  { publicUrl, servePage }: { publicUrl: string | undefined; servePage: ReturnType<typeof servePages> },
): Hono<HttpEnv> {
  const app = router()
  app.post('/report/:kind/:token', sameOrigin(publicUrl), async (c) => {
    const refused = await reportForms.receive(c)
    return refused === undefined ? c.redirect('/report/sent', 303) : servePage(c, refused)
  })
  // From anywhere: mail programs send it for their users, and only its token counts.
  return app.post('/unsubscribe/:token', async (c) => {
    const answer = await unsubscribe(c)
    return answer instanceof Response ? answer : servePage(c, answer)
  })
}

function closedForMaintenance(): never {
  throw new AppError('unavailable', "We'll be right back: the site is getting an update.")
}

/** Headers of every answer; pages and the API add their own policies, and a redirect may have a stricter one. */
function securityHeaders(https: boolean): MiddlewareHandler<HttpEnv> {
  const headers = {
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(https && { 'strict-transport-security': 'max-age=31536000' }),
  }
  return async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.header(name, value)
  }
}
