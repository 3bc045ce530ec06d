import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { HttpEnv } from '#platform/server/http.ts'

/** A listening server. */
export type WebServer = {
  /** Its address: `http://127.0.0.1:4870`. */
  readonly url: string
  /** Stops accepting requests, gives running ones a few seconds, then closes every connection. */
  stop(): Promise<void>
}

/** Connection timeouts, in milliseconds (ADR 0019). */
export type Patience = {
  /** For all headers of a request. */
  readonly headersMs: number
  /** For the next piece of an incomplete body. */
  readonly bodyIdleMs: number
  /** While nothing moves in either direction, such as an answer that nobody reads. */
  readonly idleMs: number
  /** For the next request on the same connection. */
  readonly keepAliveMs: number
}

const PATIENCE: Patience = {
  headersMs: 20_000,
  // A phone in a tunnel: tus resumes on the next connection.
  bodyIdleMs: 60_000,
  // A player with a full buffer reads nothing for minutes.
  idleMs: 600_000,
  // Longer than a proxy's keep-alive, so that no connection closes under a request in flight.
  keepAliveMs: 75_000,
}

/** How often Node.js checks for late headers: a tenth of their timeout. */
const CHECKS = 10
/** Grace period of running answers after a stop, in milliseconds; a render's download resumes elsewhere. */
const GRACE_MS = 5_000

/** Starts the server. @param o.port 0 picks a free port */
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
      // An upload over a slow line takes hours. Other bodies have their own limit (`body-limits.ts`).
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

/** Ends a slow body, and delivers an answer sent before the body's end. */
function receiveBody(
  request: IncomingMessage,
  answer: ServerResponse,
  { bodyIdleMs, idleMs }: Pick<Patience, 'bodyIdleMs' | 'idleMs'>,
): void {
  const { socket } = request
  const { shouldKeepAlive } = answer
  socket.setTimeout(bodyIdleMs)
  // Closing a connection with unread bytes resets it, and a client that still sends loses the answer:
  // it stays open until the adapter has given the client half a second, even if the client wants it closed.
  if (request.httpVersionMinor > 0) answer.shouldKeepAlive = true
  // Meanwhile Node.js and the adapter would read and drop bytes as fast as they arrive.
  answer.prependListener('finish', () => {
    if (!request.complete) request.resume = () => request
  })
  request.once('end', () => {
    answer.shouldKeepAlive = shouldKeepAlive
    // If the answer is already sent, Node.js waits for the next request.
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
