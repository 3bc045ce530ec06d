import { expect, test } from 'vitest'
import { testProduct } from '../../../tests/support/product.ts'

const { browser, product } = await testProduct()

test('answers health and readiness to anybody', async () => {
  expect((await browser().send('/healthz')).text).toBe('ok')
  expect((await browser().send('/readyz')).json()).toEqual({ database: true, files: true })
})

test('forbids caching, sniffing, framing and embedding of API answers', async () => {
  const { headers } = await browser().call('accounts/me')
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining(`frame-ancestors 'none'`),
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
  // The sign-in popup of an identity provider dies silently when its answer carries an opener policy.
  expect(
    (await browser().send('/api/auth/sign-out', { method: 'POST' })).headers.get('cross-origin-opener-policy'),
  ).toBeNull()
})

test('gives each request its own id for the log', async () => {
  const names = await Promise.all([browser().call('accounts/me'), browser().call('accounts/me')])
  const [first, second] = names.map(({ headers }) => headers.get('x-request-id'))
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(first).not.toBe(second)
})

test('answers an unknown API path with the API’s own error', async () => {
  for (const path of ['/api/nope', '/api/rpc/accounts/nope', '/api/v1/nope', '/api']) {
    const answer = await browser().send(path)
    expect(answer.status, path).toBe(404)
    expect(answer.json(), path).toEqual({ error: { code: 'not_found', message: 'Not found', details: {} } })
  }
})

test('refuses a request too large for a script or a subtitle file', async () => {
  const dana = browser()
  await dana.signUp({ email: 'dana@example.com' })
  expect((await dana.call('accounts/updatePreferences', { notes: 'x'.repeat(8_000_001) })).status).toBe(413)
})

test('the REST interface describes itself as OpenAPI 3.1, and each of its addresses answers', async () => {
  const document = (await browser().send('/api/v1/openapi.json')).json()
  expect(document).toMatchObject({
    openapi: expect.stringMatching(/^3\.1/),
    paths: { '/accounts/me': { post: {} }, '/media/list': { post: {} } },
  })
  expect((await browser().send('/api/v1/accounts/me', { json: {} })).status).toBe(200)
})

test('serves caption fonts to everybody, and no other file beside them', async () => {
  for (const path of ['/fonts/..%2f..%2fpackage.json', '/fonts/package.json', '/fonts/']) {
    expect((await browser().send(path)).status, path).toBe(404)
  }
})

test('ends its streams when the server stops', async () => {
  const ended: string[] = []
  const stream = (async () => {
    for await (const _ of product.events.subscribe('project:1')) ended.push('heard')
    ended.push('ended')
  })()
  await product.endStreams()
  await stream
  expect(ended).toEqual(['ended'])
})
