import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { HttpEnv } from '#platform/server/http.ts'

/** A server that listens. */
export type WebServer = {
  /** Where it listens: `http://127.0.0.1:4870`. */
  readonly url: string
  /** Takes no new requests; gives those that run a few seconds, then hangs up. */
  stop(): Promise<void>
}

/** How long answers that still run may take after a stop, in milliseconds; a render's download goes on elsewhere. */
const GRACE_MS = 5_000

/** Listens. @param o.port 0 takes any free one */
export async function listen(o: { app: Hono<HttpEnv>; host: string; port: number }): Promise<WebServer> {
  const server = createAdaptorServer({ fetch: o.app.fetch, hostname: o.host })
  if (!('requestTimeout' in server)) throw new Error('expected an HTTP/1 server')
  // An upload over a slow line takes hours; only its headers have to come in time.
  server.requestTimeout = 0
  server.headersTimeout = 30_000
  // Longer than a proxy keeps its connections, so that none is closed under a request on its way.
  server.keepAliveTimeout = 75_000
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(o.port, o.host, listening)
  })
  return {
    url: urlOf(server.address()),
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const hangUp = setTimeout(() => server.closeAllConnections(), GRACE_MS)
      await closed
      clearTimeout(hangUp)
    },
  }
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
