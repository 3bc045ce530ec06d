import type { Hono } from 'hono'
import { type HttpEnv, router } from '#platform/server/http.ts'
import type { Readiness } from '../services/readiness.ts'

/** `/healthz`: the process responds. `/readyz`: it can work, or 503 with the service that it lacks. */
export function healthRoutes({ isReady }: { isReady: () => Promise<Readiness> }): Hono<HttpEnv> {
  return router()
    .get('/healthz', (c) => c.text('ok'))
    .get('/readyz', async (c) => {
      const ready = await isReady()
      return c.json(ready, Object.values(ready).every(Boolean) ? 200 : 503)
    })
}
