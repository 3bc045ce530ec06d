import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { AppError } from '../../shared/errors.ts'
import { type HttpEnv, router } from '../http.ts'
import { exposition, type Metric, METRICS_TYPE } from '../metrics.ts'
import { isThisMachine } from '../this-machine.ts'

/** Access to the metrics: this machine, on a local site, and any client with the token. */
export type MetricsReaders = {
  readonly token: string | undefined
  /** Whether the site is meant for this machine only. */
  readonly isLocal: boolean
  readonly clientAddress: (c: Context<HttpEnv>) => string
}

/** `GET /metrics` for Prometheus. Without a configured token, other machines get 404. */
export function metricsRoutes(o: MetricsReaders & { collect: () => Promise<readonly Metric[]> }): Hono<HttpEnv> {
  return router().get('/', async (c) => {
    if (!o.isLocal || !isThisMachine(c, o.clientAddress(c))) requireToken(c, o.token)
    const text = exposition(await o.collect())
    return c.body(text, 200, { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' })
  })
}

function requireToken(c: Context<HttpEnv>, token: string | undefined): void {
  if (token === undefined) throw new AppError('not_found', 'Not found')
  const [, given = ''] = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  if (timingSafeEqual(digest(given), digest(token))) return
  c.header('www-authenticate', 'Bearer')
  throw new AppError('unauthorized', 'This needs the metrics token.')
}

/** Hashes to a fixed length, for a constant-time comparison. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
