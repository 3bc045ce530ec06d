import { expect, test } from 'vitest'
import { router } from '../http.ts'
import { sameOrigin } from './same-origin.ts'

const PUBLIC = 'https://wordpop.example'
const HOST = '127.0.0.1:4870'

test.each([
  { asks: 'our own page', publicUrl: PUBLIC, headers: { origin: PUBLIC }, status: 200 },
  {
    asks: 'our own page, with no public address set',
    publicUrl: undefined,
    headers: { origin: `http://${HOST}`, host: HOST },
    status: 200,
  },
  { asks: 'a script that is no browser', publicUrl: PUBLIC, headers: {}, status: 200 },
  {
    asks: 'a page of ours that hides its origin',
    publicUrl: PUBLIC,
    headers: { 'sec-fetch-site': 'same-origin' },
    status: 200,
  },
  { asks: 'another site', publicUrl: PUBLIC, headers: { origin: 'https://evil.example' }, status: 403 },
  {
    asks: 'another site that hides its origin',
    publicUrl: PUBLIC,
    headers: { 'sec-fetch-site': 'cross-site' },
    status: 403,
  },
  { asks: 'a sandboxed frame', publicUrl: PUBLIC, headers: { origin: 'null' }, status: 403 },
  { asks: 'our name over plain http', publicUrl: PUBLIC, headers: { origin: 'http://wordpop.example' }, status: 403 },
  {
    asks: 'another port of this machine',
    publicUrl: undefined,
    headers: { origin: 'http://127.0.0.1:9999', host: HOST },
    status: 403,
  },
  {
    asks: 'another site, with no public address set',
    publicUrl: undefined,
    headers: { origin: 'https://evil.example', host: HOST },
    status: 403,
  },
])('a change that $asks asks for is answered with $status', async ({ publicUrl, headers, status }) => {
  const app = router()
    .use(sameOrigin(publicUrl))
    .all('/', (c) => c.text('changed'))
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    expect((await app.request(`http://${HOST}/`, { method, headers })).status, method).toBe(status)
  }
  expect((await app.request('/', { headers })).status).toBe(200)
})
