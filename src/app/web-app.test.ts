import { expect, test } from 'vitest'
import { testProduct } from '../../tests/support/product.ts'

const { browser, product } = await testProduct()

test('health and readiness are told to anybody', async () => {
  expect((await browser().send('/healthz')).text).toBe('ok')
  expect((await browser().send('/readyz')).json()).toEqual({ database: true, files: true })
})

test('no answer of the API may be kept, guessed at, framed or embedded elsewhere', async () => {
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

test('each request has a name of its own, for the log', async () => {
  const names = await Promise.all([browser().call('accounts/me'), browser().call('accounts/me')])
  const [first, second] = names.map(({ headers }) => headers.get('x-request-id'))
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(first).not.toBe(second)
})

test('what the API does not know is refused in its own words', async () => {
  for (const path of ['/api/nope', '/api/rpc/accounts/nope', '/api/v1/nope', '/api']) {
    const answer = await browser().send(path)
    expect(answer.status, path).toBe(404)
    expect(answer.json(), path).toEqual({ error: { code: 'not_found', message: 'Not found', details: {} } })
  }
})

test('a request too large to be a script or a subtitle file is refused', async () => {
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

test('caption fonts are there for everybody, and no other file beside them', async () => {
  for (const path of ['/fonts/..%2f..%2fpackage.json', '/fonts/package.json', '/fonts/']) {
    expect((await browser().send(path)).status, path).toBe(404)
  }
})

test('streams of a server that stops come to an end', async () => {
  const ended: string[] = []
  const stream = (async () => {
    for await (const _ of product.events.subscribe('project:1')) ended.push('heard')
    ended.push('ended')
  })()
  await product.endStreams()
  await stream
  expect(ended).toEqual(['ended'])
})
