import { eventIterator, oc } from '@orpc/contract'
import { RPCHandler } from '@orpc/server/fetch'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { implementContract, type RpcContext, mapRefusals } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import { apiClient, apiQueries } from '#platform/web/api.ts'

/** Checks that our client and oRPC's server understand each other. */
const contract = {
  add: oc.input(z.object({ a: z.int(), b: z.int() })).output(z.int()),
  nothing: oc.output(z.null()),
  refuse: oc.output(z.string()),
  count: oc.input(z.object({ to: z.int() })).output(eventIterator(z.object({ n: z.int() }))),
}

afterEach(() => void vi.unstubAllGlobals())

test('a call returns its output', async () => {
  const api = start()
  expect(await api.add({ a: 2, b: 3 })).toBe(5)
  expect(await api.nothing()).toBeNull()
})

test('a refusal keeps its code, message and details', async () => {
  await expect(start().refuse()).rejects.toEqual(
    new AppError('insufficient_credits', 'Insufficient credits', { current: 5, required: 10 }),
  )
})

test('a stream yields every event in order, then its refusal', async () => {
  const seen: unknown[] = []
  const reading = (async () => {
    for await (const event of await start().count({ to: 3 })) seen.push(event)
  })()
  await expect(reading).rejects.toEqual(new AppError('not_found', 'Project not found'))
  expect(seen).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
})

test('a stream ends on its done event', async () => {
  const seen: unknown[] = []
  for await (const event of await start().count({ to: 0 })) seen.push(event)
  expect(seen).toEqual([])
})

test("a proxy's page is no answer, and a missing server is a lost connection", async () => {
  const api = start()
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  await expect(api.nothing()).rejects.toMatchObject({ code: 'internal', message: 'Something went wrong' })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(api.nothing()).rejects.toMatchObject({ code: 'unavailable' })
})

test('an aborted call is no refusal', async () => {
  const api = start()
  await expect(api.nothing(undefined, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(DOMException)
})

test('query keys of a procedure differ by its input', () => {
  const { add } = apiQueries<typeof contract>('numbers')
  expect(add.queryKey({ input: { a: 1, b: 2 } })).not.toEqual(add.queryKey({ input: { a: 1, b: 3 } }))
  expect(add.queryOptions({ input: { a: 1, b: 2 } }).queryKey).toEqual(add.queryKey({ input: { a: 1, b: 2 } }))
})

/** The contract's procedures behind oRPC's handler, and our client in front. */
function start() {
  const rpc = implementContract(contract)
  const numbers = {
    add: rpc.add.handler(({ input }) => input.a + input.b),
    nothing: rpc.nothing.handler(() => null),
    refuse: rpc.refuse.handler((): string => {
      throw new AppError('insufficient_credits', 'Insufficient credits', { current: 5, required: 10 })
    }),
    count: rpc.count.handler(async function* ({ input }) {
      for (let n = 1; n <= input.to; n += 1) yield { n }
      if (input.to > 0) throw new AppError('not_found', 'Project not found')
    }),
  }
  const handler = new RPCHandler<RpcContext>({ numbers }, { clientInterceptors: [mapRefusals({ error: () => {} })] })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    // As a browser does.
    init.signal?.throwIfAborted()
    const request = new Request(new URL(path, 'http://wordpop.example'), init)
    const context: RpcContext = { caller: null, requestId: 'r1' }
    const { response } = await handler.handle(request, { prefix: '/api/rpc', context })
    return response ?? new Response(null, { status: 599 })
  })
  return apiClient<typeof contract>('numbers')
}
