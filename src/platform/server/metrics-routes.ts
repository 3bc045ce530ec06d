import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { isLoopback } from '../shared/contacts.ts'
import { AppError } from '../shared/errors.ts'
import { type HttpEnv, router } from './http.ts'
import { exposition, type Metric, METRICS_TYPE } from './metrics.ts'

/** Who may read the metrics: this machine itself when no proxy stands in front, and whoever has the token. */
export type MetricsReaders = {
  readonly token: string | undefined
  readonly trustProxy: boolean
  readonly clientAddress: (c: Context<HttpEnv>) => string
}

/** `GET /metrics`, for Prometheus. Without a token in the settings it is not there for anybody else. */
export function metricsRoutes(o: MetricsReaders & { collect: () => Promise<readonly Metric[]> }): Hono<HttpEnv> {
  return router().get('/', async (c) => {
    if (!isHere(c, o)) requireToken(c, o.token)
    const text = exposition(await o.collect())
    return c.body(text, 200, { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' })
  })
}

/** A proxy on this machine would make everybody look like it; so would a page that names itself after loopback. */
function isHere(c: Context<HttpEnv>, { trustProxy, clientAddress }: MetricsReaders): boolean {
  const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'].some((name) => c.req.header(name))
  if (trustProxy || forwarded) return false
  return isLoopback(clientAddress(c)) && isLoopback(new URL(c.req.url).hostname)
}

function requireToken(c: Context<HttpEnv>, token: string | undefined): void {
  if (token === undefined) throw new AppError('not_found', 'Not found')
  const [, given = ''] = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  if (timingSafeEqual(digest(given), digest(token))) return
  c.header('www-authenticate', 'Bearer')
  throw new AppError('unauthorized', 'This needs the metrics token.')
}

/** Of equal length, whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
