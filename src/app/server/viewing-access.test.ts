import { expect, test } from 'vitest'
import type { OperatorView } from '#platform/server/http.ts'
import type { RpcCall } from '#platform/server/rpc.ts'
import { limitViewing } from './viewing-access.ts'

const OPERATOR = { userId: 'olga', email: 'olga@example.com', sessionId: 's1' }

test('an open stream sends nothing after the end of the view', async () => {
  const endsAt = new Date(Date.now() + 3_600_000)
  const stream = await limitViewing()(callOf({ endsAt, hasEnded: false }, numbers))
  const values = stream as AsyncIterableIterator<number>
  expect(await values.next()).toMatchObject({ value: 1 })
  endsAt.setTime(0)
  await expect(values.next()).rejects.toThrow('The view of this account has ended.')
})

test('nothing runs for a procedure that is not known to only read', async () => {
  let ran = 0
  const call = callOf({ endsAt: new Date(Date.now() + 3_600_000), hasEnded: false }, () => (ran += 1))
  await expect(limitViewing()({ ...call, path: ['media', 'somethingNew'] })).rejects.toThrow(
    'You only view this account',
  )
  expect(ran).toBe(0)
})

test('somebody who views nothing is not limited', async () => {
  const call = callOf(undefined, () => 'done')
  expect(await limitViewing()({ ...call, path: ['media', 'remove'] })).toBe('done')
})

async function* numbers() {
  yield 1
  yield 2
}

function callOf(view: Pick<OperatorView, 'endsAt' | 'hasEnded'> | undefined, answer: () => unknown): RpcCall {
  const viewing = view && { ...view, viewId: 'v1', operator: OPERATOR }
  const caller = { userId: 'ada', email: 'ada@example.com', ...(viewing && { viewing }) }
  return { context: { caller, requestId: 'r1' }, path: ['media', 'watch'], next: async () => answer() }
}
