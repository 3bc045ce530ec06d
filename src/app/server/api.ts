import { OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { RPCHandler } from '@orpc/server/fetch'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { Context, Handler, MiddlewareHandler } from 'hono'
import { withSignedInCookie } from '#features/accounts/server/index.ts'
import { encodeInTurns } from '#platform/server/pictures/encode-in-turns.ts'
import { type HttpEnv, router, withCaller } from '#platform/server/http.ts'
import { jsonPieces } from '#platform/server/json-pieces.ts'
import { type RpcContext, mapRefusals } from '#platform/server/rpc.ts'
import { sameOrigin } from '#platform/server/http/same-origin.ts'
import { limitStreams } from '#platform/server/http/stream-limit.ts'
import { streamPieces } from '#platform/server/http/stream-pieces.ts'
import { AppError } from '#platform/shared/errors.ts'
import { siteName } from '#platform/shared/product.ts'
import { limitLargeBodies, takeInputBody } from './body-limits.ts'
import { limitViewedFiles, limitViewing } from './viewing-access.ts'
import type { Product } from '../compose.ts'

/** `/api`: every feature's procedures twice, for our pages and as plain REST, and the routes that serve files. */
export function api(product: Product, o: { publicUrl: string | undefined }) {
  const { log, newId, findCaller, procedures, routes } = product
  // Order matters: the first interceptor reports the refusals of the second.
  const call = { clientInterceptors: [mapRefusals(log), limitViewing(), limitStreams()] }
  const rpc = new RPCHandler<RpcContext>(procedures, call)
  const rest = new OpenAPIHandler<RpcContext>(procedures, call)
  /** The request of an oRPC handler: a body for a thread moves from the request to the context. */
  async function callOf(c: Context<HttpEnv>, { isWrapped }: { isWrapped: boolean }) {
    const { method, url, headers, signal } = c.req.raw
    const inputBody = await takeInputBody(c, { isWrapped })
    const answerHeaders = new Headers()
    const answer: LongAnswer = {}
    const context: RpcContext = {
      caller: c.var.caller,
      requestId: c.var.requestId,
      clientAddress: () => product.clientAddress(c),
      answerHeaders,
      ...(inputBody && { inputBody }),
      answerInTurns: (json) => (answer.json = isWrapped ? { json } : json),
    }
    const request = inputBody === undefined ? c.req.raw : new Request(url, { method, headers, signal })
    return { request, context, answer, answerHeaders }
  }

  const app = router()
  app.use(apiHeaders)
  app.use(sameOrigin(o.publicUrl))
  app.use(withSignedInCookie)
  app.use(withCaller({ findCaller, log, newId }))
  app.use(limitViewedFiles)
  app.use(limitLargeBodies())
  for (const [path, feature] of Object.entries(routes)) app.route(path, feature)
  app.get('/v1/openapi.json', describeApi(product))
  app.use('/rpc/*', async (c, next) => {
    const { request, context, ...sent } = await callOf(c, { isWrapped: true })
    const { matched, response } = await rpc.handle(request, { prefix: '/api/rpc', context })
    return matched ? complete(response, sent) : next()
  })
  app.use('/v1/*', async (c, next) => {
    const { request, context, ...sent } = await callOf(c, { isWrapped: false })
    const { matched, response } = await rest.handle(request, { prefix: '/api/v1', context })
    return matched ? complete(response, sent) : next()
  })
  app.all('*', () => {
    throw new AppError('not_found', 'Not found')
  })
  return app
}

/** An answer that is too long to write in one turn of the event loop. */
type LongAnswer = { json?: unknown }

/** Adds the headers of the procedure, and writes its long answer in place of the short one. */
function complete(
  short: Response,
  { answer, answerHeaders }: { answer: LongAnswer; answerHeaders: Headers },
): Response {
  const isLong = short.ok && answer.json !== undefined
  const body = isLong ? streamPieces(encodeInTurns(jsonPieces(answer.json))) : undefined
  const response = body === undefined ? short : new Response(body, { headers: short.headers })
  for (const [name, value] of answerHeaders) response.headers.set(name, value)
  return response
}

/** Headers of API answers: no page may frame one, and no other site embed it. */
const apiHeaders: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  // The last page of a provider's popup has a script and its own policy.
  if (!c.res.headers.has('content-security-policy'))
    c.header('content-security-policy', `default-src 'none'; media-src 'self'; frame-ancestors 'none'`)
  c.header('cross-origin-resource-policy', 'same-origin')
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
}

/** OpenAPI 3.1 of `/api/v1`, from the contracts: computed once, since it takes a third of a second and is public. */
function describeApi(product: Product): Handler<HttpEnv> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  let contracts: ReturnType<typeof generator.generate> | undefined
  return async (c) => {
    contracts ??= generator.generate(product.procedures)
    return c.json({
      ...(await contracts),
      info: { title: `${siteName()} API`, version: '1' },
      servers: [{ url: `${product.publicUrl}/api/v1` }],
    })
  }
}
