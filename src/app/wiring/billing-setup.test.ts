import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testProduct } from '../../../tests/support/product.ts'

/** A host name that only looks like a loopback address. */
const PUBLIC = { PUBLIC_URL: 'https://127.wordpop.example', SESSION_SECRET: 'a secret of a site that strangers reach' }
const refused = await testProduct({ settings: PUBLIC })
const allowed = await testProduct({ settings: { ...PUBLIC, ALLOW_TEST_PAYMENTS: 'true' } })
const off = await testProduct({ settings: { BILLING: 'off' } })

test('takes no test money on a site that strangers reach, unless the operator allows it', async () => {
  expect(await seller(refused, PUBLIC.PUBLIC_URL)).toBeNull()
  expect(await seller(allowed, PUBLIC.PUBLIC_URL)).toBe('test')
})

test('gives everybody unlimited credits and sells nothing while billing is off', async () => {
  expect(await seller(off)).toBeNull()
  const dana = off.browser()
  await dana.signUp({ email: `${randomUUID()}@example.com` })
  expect((await dana.call('credits/balance')).output).toMatchObject({ unlimited: true, expiringSoon: null })
  for (const item of [{ plan: 'pro', interval: 'month' }, { pack: 'pack100' }]) {
    expect((await dana.call('billing/startCheckout', item)).text).toContain('Payments are not set up here.')
  }
})

test('opens every feature within generous limits, or those of LIMITS_JSON, while billing is off', async () => {
  const limited = await testProduct({ settings: { BILLING: 'off', LIMITS_JSON: '{"maxMinutes":7,"collaborators":2}' } })
  for (const { product, maxMinutes, seats } of [
    { product: off, maxMinutes: 120, seats: null },
    { product: limited, maxMinutes: 7, seats: 2 },
  ]) {
    const dana = product.browser()
    await dana.signUp({ email: `${randomUUID()}@example.com` })
    const limits = (await dana.call('media/limits')).output
    expect(limits).toMatchObject({ plan: null, maxDurationMs: maxMinutes * 60_000 })
    expect((await dana.call('collaboration/team')).output).toMatchObject({ seats })
    expect((await dana.call('storage/list')).output).toMatchObject({ quotaBytes: null, mayUpgrade: false })
  }
})

test('names the key that LIMITS_JSON misspells', async () => {
  const settings = { BILLING: 'off', LIMITS_JSON: '{"maxMinute":7}' }
  await expect(testProduct({ settings })).rejects.toThrow(
    'LIMITS_JSON is wrong: maxMinute is not a key. Did you mean maxMinutes?',
  )
})

/** The payment provider, as pages on the site's own address receive it. */
async function seller({ browser }: Pick<typeof off, 'browser'>, origin?: string): Promise<string | null> {
  const headers = origin === undefined ? {} : { origin }
  const answer = await browser().send('/api/rpc/billing/plans', { json: {}, headers })
  return z.object({ json: z.object({ provider: z.string().nullable() }) }).parse(answer.json()).json.provider
}
