import type { Hono, MiddlewareHandler } from 'hono'
import type { ServerBuild } from 'react-router'
import { type HttpEnv, router } from '#platform/server/http.ts'
import { type StaticFile, staticFiles } from '#platform/server/static-files.ts'
import { api } from './api.ts'
import type { Product } from './compose.ts'
import { pages } from './pages.ts'

/** What the build left: the renderer of the pages, and the files that browsers load. */
export type Site = { readonly build: ServerBuild; readonly files: readonly StaticFile[] }

/**
 * Everything the web process answers: the API, the files of the build, and the pages.
 * @param o.publicUrl as the operator set it; the API then takes changes from its pages only
 * @param o.site absent where only the API is served
 */
export function webApp(product: Product, o: { publicUrl: string | undefined; site?: Site }): Hono<HttpEnv> {
  const app = router()
  app.use(securityHeaders(product.publicUrl.startsWith('https:')))
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    const ready = await product.isReady()
    return c.json(ready, Object.values(ready).every(Boolean) ? 200 : 503)
  })
  app.route('/api', api(product, o))
  app.route('/fonts', product.fonts)
  if (o.site === undefined) return app

  const serveFile = staticFiles(o.site.files)
  const servePage = pages({ build: o.site.build, origin: product.publicUrl })
  app.get('*', async (c) => (await serveFile(c)) ?? servePage(c))
  return app
}

/** What every answer carries; pages and the API add their own policies. */
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
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
  }
}
