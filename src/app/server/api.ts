import { OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { RPCHandler } from '@orpc/server/fetch'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { Context, MiddlewareHandler } from 'hono'
import { type HttpEnv, router, withCaller } from '#platform/server/http.ts'
import { type RpcContext, mapRefusals } from '#platform/server/rpc.ts'
import { sameOrigin } from '#platform/server/same-origin.ts'
import { limitStreams } from '#platform/server/stream-limit.ts'
import { AppError } from '#platform/shared/errors.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { limitLargeBodies, takeInputBody } from './body-limits.ts'
import type { Product } from '../compose.ts'

/** `/api`: every feature's procedures twice, for our pages and as plain REST, and the routes that serve files. */
export function api(product: Product, o: { publicUrl: string | undefined }) {
  const { log, newId, findCaller, procedures, routes } = product
  // Order matters: the first interceptor reports the refusals of the second.
  const call = { clientInterceptors: [mapRefusals(log), limitStreams()] }
  const rpc = new RPCHandler<RpcContext>(procedures, call)
  const rest = new OpenAPIHandler<RpcContext>(procedures, call)
  /** The request of an oRPC handler: a body for a thread moves from the request to the context. */
  async function callOf(c: Context<HttpEnv>, { isWrapped }: { isWrapped: boolean }) {
    const { method, url, headers, signal } = c.req.raw
    const inputBody = await takeInputBody(c, { isWrapped })
    const answerHeaders = new Headers()
    const context: RpcContext = {
      caller: c.var.caller,
      requestId: c.var.requestId,
      clientAddress: () => product.clientAddress(c),
      answerHeaders,
      ...(inputBody && { inputBody }),
    }
    const request = inputBody === undefined ? c.req.raw : new Request(url, { method, headers, signal })
    return { request, context, answerHeaders }
  }

  const app = router()
  app.use(apiHeaders)
  app.use(sameOrigin(o.publicUrl))
  app.use(withCaller({ findCaller, log, newId }))
  app.use(limitLargeBodies())
  for (const [path, feature] of Object.entries(routes)) app.route(path, feature)
  app.get('/v1/openapi.json', async (c) => c.json(await describeApi(product)))
  app.use('/rpc/*', async (c, next) => {
    const { request, context, answerHeaders } = await callOf(c, { isWrapped: true })
    const { matched, response } = await rpc.handle(request, { prefix: '/api/rpc', context })
    return matched ? withHeaders(response, answerHeaders) : next()
  })
  app.use('/v1/*', async (c, next) => {
    const { request, context, answerHeaders } = await callOf(c, { isWrapped: false })
    const { matched, response } = await rest.handle(request, { prefix: '/api/v1', context })
    return matched ? withHeaders(response, answerHeaders) : next()
  })
  app.all('*', () => {
    throw new AppError('not_found', 'Not found')
  })
  return app
}

function withHeaders(response: Response, headers: Headers): Response {
  for (const [name, value] of headers) response.headers.set(name, value)
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

/** OpenAPI 3.1 of `/api/v1`, from the contracts. */
async function describeApi(product: Product) {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  return generator.generate(product.procedures, {
    info: { title: `${PRODUCT_NAME} API`, version: '1' },
    servers: [{ url: `${product.publicUrl}/api/v1` }],
  })
}
