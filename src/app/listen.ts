import type { IncomingMessage, ServerResponse } from 'node:http'
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

/** How long a connection may keep the server waiting, in milliseconds; it is closed then (ADR 0019). */
export type Patience = {
  /** For all headers of a request. */
  readonly headersMs: number
  /** For the next piece of a body that has not wholly arrived. */
  readonly bodyIdleMs: number
  /** While nothing moves in either direction, such as an answer that nobody reads. */
  readonly idleMs: number
  /** For the next request on the same connection. */
  readonly keepAliveMs: number
}

const PATIENCE: Patience = {
  headersMs: 20_000,
  // A phone in a tunnel: tus goes on from there on the next connection.
  bodyIdleMs: 60_000,
  // A player that has enough for now reads no more of a video for minutes.
  idleMs: 600_000,
  // Longer than a proxy keeps its connections, so that none is closed under a request on its way.
  keepAliveMs: 75_000,
}

/** How often Node.js looks for late headers; a tenth of their time. */
const CHECKS = 10
/** How long answers that still run may take after a stop, in milliseconds; a render's download goes on elsewhere. */
const GRACE_MS = 5_000

/** Listens. @param o.port 0 takes any free one */
export async function listen(o: {
  app: Hono<HttpEnv>
  host: string
  port: number
  patience?: Partial<Patience>
}): Promise<WebServer> {
  const { headersMs, bodyIdleMs, idleMs, keepAliveMs } = { ...PATIENCE, ...o.patience }
  const server = createAdaptorServer({
    fetch: o.app.fetch,
    hostname: o.host,
    serverOptions: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: headersMs / CHECKS,
      keepAliveTimeout: keepAliveMs,
      // An upload over a slow line takes hours. Other bodies have a time of their own (`body-limits.ts`).
      requestTimeout: 0,
    },
  })
  if (!('requestTimeout' in server)) throw new Error('expected an HTTP/1 server')
  server.timeout = idleMs
  server.prependListener('request', (request: IncomingMessage, answer: ServerResponse) => {
    if (hasBody(request)) receiveBody(request, answer, { bodyIdleMs, idleMs })
  })
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

/** Hurries a body, and lets its sender hear an answer that comes before the end of it. */
function receiveBody(
  request: IncomingMessage,
  answer: ServerResponse,
  { bodyIdleMs, idleMs }: Pick<Patience, 'bodyIdleMs' | 'idleMs'>,
): void {
  const { socket } = request
  const { shouldKeepAlive } = answer
  socket.setTimeout(bodyIdleMs)
  // A connection that is closed with unread bytes in it is reset, and the answer is lost to a client that still sends:
  // it stays open until the adapter has given the client half a second, also where the client wants it closed.
  if (request.httpVersionMinor > 0) answer.shouldKeepAlive = true
  // Meanwhile Node.js and the adapter would read and drop what comes, as fast as it can be sent.
  answer.prependListener('finish', () => {
    if (!request.complete) request.resume = () => request
  })
  request.once('end', () => {
    answer.shouldKeepAlive = shouldKeepAlive
    // Where the answer is out already, Node.js waits for the next request.
    if (!answer.writableFinished) socket.setTimeout(idleMs)
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
