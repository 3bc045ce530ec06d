import { eventIterator, oc } from '@orpc/contract'
import { RPCHandler } from '@orpc/server/fetch'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '../shared/errors.ts'
import { authed, implementContract, type RpcContext, mapRefusals } from './rpc.ts'

const contract = {
  open: oc.input(z.object({ n: z.int() })).output(z.object({ n: z.int() })),
  mine: oc.output(z.string()),
  refuse: oc.output(z.string()),
  fail: oc.output(z.string()),
  lie: oc.output(z.string()),
  stream: oc.output(eventIterator(z.int())),
}

test('a visitor may call public procedures and gets 401 from others', async () => {
  const { call } = start()
  expect(await call('open', { n: 1 })).toEqual({ status: 200, body: { json: { n: 1 } } })
  expect(await call('mine')).toMatchObject({
    status: 401,
    body: { json: { code: 'unauthorized', message: 'No user logged in' } },
  })
})

test('a refusal arrives with its code, message and details', async () => {
  const { call, logged } = start()
  expect(await call('refuse')).toMatchObject({
    status: 402,
    body: {
      json: { code: 'insufficient_credits', message: 'Insufficient credits', data: { current: 5, required: 10 } },
    },
  })
  expect(logged).toEqual([])
})

test('malformed input is 422 with a description', async () => {
  const { call, logged } = start()
  const refused = await call('open', { n: 'one' })
  expect(refused).toMatchObject({ status: 422, body: { json: { code: 'unprocessable' } } })
  expect(JSON.stringify(refused.body)).toMatch(/expected/i)
  expect(logged).toEqual([])
})

test.each(['fail', 'lie'])('a defect (%s) is logged and shown only as "Something went wrong"', async (procedure) => {
  const { call, logged } = start()
  const failed = await call(procedure)
  expect(failed).toMatchObject({ status: 500, body: { json: { code: 'internal', message: 'Something went wrong' } } })
  expect(JSON.stringify(failed.body)).not.toMatch(/secret|validation/i)
  expect(logged).toEqual([`${procedure} failed`])
})

test('a refusal in the middle of a stream arrives as a refusal', async () => {
  const { ask } = start()
  const text = await (await ask('stream')).text()
  expect(text).toMatch(/event: message\ndata: \{"json":1/)
  expect(text).toMatch(/event: error\ndata: .*"code":"not_found".*"message":"Project not found"/)
})

/** The procedures above, served to a visitor. */
function start() {
  const logged: string[] = []
  const rpc = implementContract(contract)
  const procedures = {
    open: rpc.open.handler(({ input }) => input),
    mine: rpc.mine.use(authed).handler(({ context }) => context.caller.userId),
    refuse: rpc.refuse.handler((): string => {
      throw new AppError('insufficient_credits', 'Insufficient credits', { current: 5, required: 10 })
    }),
    fail: rpc.fail.handler((): string => {
      throw new Error('secret')
    }),
    // An answer that breaks the contract is as much a defect as a throw.
    lie: rpc.lie.handler(() => JSON.parse('7')),
    stream: rpc.stream.handler(async function* () {
      yield 1
      throw new AppError('not_found', 'Project not found')
    }),
  }
  const handler = new RPCHandler<RpcContext>(procedures, {
    clientInterceptors: [mapRefusals({ error: (_, message) => void logged.push(message) })],
  })
  const context: RpcContext = { caller: null, requestId: 'r1' }
  const ask = async (procedure: string, input?: unknown): Promise<Response> => {
    const request = new Request(`http://x/${procedure}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ json: input }),
    })
    const { response } = await handler.handle(request, { context })
    return response ?? new Response(null, { status: 599 })
  }
  const call = async (procedure: string, input?: unknown) => {
    const answer = await ask(procedure, input)
    const body: unknown = await answer.json()
    return { status: answer.status, body }
  }
  return { ask, call, logged }
}
