import { type IncomingMessage, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { testProduct } from '../../../tests/support/product.ts'
import { BODY_MAX_BYTES } from './body-limits.ts'

const { browser, url, signedUp } = await testProduct()

const FORM = '/api/auth/sign-in/email'
const APPLY = '/api/rpc/captions/apply'
const SENTENCE = 'This request is too large: at most 100 kB are taken here.'

test('refuses a form above the limit, with or without an announced length', async () => {
  for (const announced of [true, false]) {
    const answer = await post(FORM, Buffer.alloc(BODY_MAX_BYTES + 1, ' '), { announced })
    expect(answer.status, `announced: ${announced}`).toBe(413)
    expect(JSON.parse(answer.text)).toEqual({
      error: { code: 'too_large', message: SENTENCE, details: { maxBytes: BODY_MAX_BYTES } },
    })
  }
})

test('refuses a body above the limit at every kind of address', async () => {
  const paths = ['/', '/projects', '/metrics', '/api/rpc/site/contact', '/api/v1/site/contact', '/api/auth/sign-out']
  for (const path of paths) {
    expect((await post(path, Buffer.alloc(BODY_MAX_BYTES + 1, ' '), { announced: false })).status, path).toBe(413)
  }
})

test('accepts a form just below the limit', async () => {
  const form = JSON.stringify({ email: 'dana@example.com', password: 'x', padding: '' })
  const body = form.replace('""', `"${'x'.repeat(BODY_MAX_BYTES - form.length)}"`)
  for (const announced of [true, false]) {
    const answer = await post(FORM, Buffer.from(body), { announced })
    expect(answer.status, `announced: ${announced}`).toBe(401)
  }
})

test('refuses an endless body at once and hangs up', async () => {
  const { answer, sentBytes } = await sendForever(FORM)
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  // The kernel and the stream buffers hold this much; the rest is never read.
  expect(sentBytes).toBeLessThan(20_000_000)
})

test('hangs up on a page request with an endless body', async () => {
  expect((await sendForever('/healthz', 'GET')).sentBytes).toBeLessThan(20_000_000)
})

test('refuses a visitor’s large body before it arrives', async () => {
  for (const path of [APPLY, '/api/v1/captions/apply', '/api/rpc/transcription/start']) {
    const { answer } = await sendForever(path)
    expect(answer, path).toMatch(/^HTTP\/1\.1 401 /)
    expect(answer, path).toContain('No user logged in')
  }
})

test('accepts a 4 MB subtitle file from its owner, and refuses one of 9 MB', async () => {
  const { dana } = await signedUp()
  const cookie = [...dana.cookies].map((pair) => pair.join('=')).join('; ')
  const projectId = '7f3a0000-0000-4000-8000-000000000000'
  const start = (bytes: number, announced: boolean) => {
    const source = { kind: 'subtitles', text: 'x'.repeat(bytes) }
    const body = Buffer.from(JSON.stringify({ json: { projectId, source } }))
    return post('/api/rpc/transcription/start', body, { announced, cookie })
  }
  for (const announced of [true, false]) {
    expect((await start(4_000_000, announced)).status, `announced: ${announced}`).toBe(404)
    expect((await start(9_000_000, announced)).status, `announced: ${announced}`).toBe(413)
  }
})

test.each([true, false])('reads a large body like a small one (announced: %s)', async (announced) => {
  const { dana } = await signedUp()
  const cookie = [...dana.cookies].map((pair) => pair.join('=')).join('; ')
  const projectId = '7f3a0000-0000-4000-8000-000000000000'
  for (const bytes of [10, BODY_MAX_BYTES]) {
    const source = { kind: 'script', text: 'x'.repeat(bytes) }
    const cases = [
      { input: { projectId, source }, status: 404, says: 'Project not found' },
      { input: { source }, status: 422, says: 'projectId: Invalid input' },
      { input: { projectId, source: { kind: 'tune', text: source.text } }, status: 422, says: 'source.kind: ' },
    ]
    for (const { input, status, says } of cases) {
      const rpc = await post('/api/rpc/transcription/start', Buffer.from(JSON.stringify({ json: input })), {
        announced,
        cookie,
      })
      const rest = await post('/api/v1/transcription/start', Buffer.from(JSON.stringify(input)), { announced, cookie })
      expect([rpc.status, rest.status], `${says}, ${bytes} bytes`).toEqual([status, status])
      expect(rpc.text).toContain(says)
      expect(rest.text).toContain(says)
    }
  }
})

test('refuses a large body that is not JSON', async () => {
  const { dana } = await signedUp()
  const cookie = [...dana.cookies].map((pair) => pair.join('=')).join('; ')
  for (const path of [APPLY, '/api/v1/transcription/start']) {
    const answer = await post(path, Buffer.alloc(BODY_MAX_BYTES + 1, '['), { announced: true, cookie })
    expect(answer.status, path).toBe(422)
  }
})

test('refuses a payment event above 1 MB, whatever length it announces', async () => {
  for (const announced of [true, false]) {
    const answer = await post('/api/billing/webhooks', Buffer.alloc(1_000_001, ' '), { announced })
    expect(answer.status, `announced: ${announced}`).toBe(413)
  }
})

test('tells a page why its call was refused before any procedure ran', async () => {
  const { dana } = await signedUp()
  const answer = await dana.call('accounts/updatePreferences', { notes: 'x'.repeat(BODY_MAX_BYTES) })
  expect(answer.status).toBe(413)
  expect(answer.json()).toMatchObject({ error: { code: 'too_large', message: SENTENCE } })
  expect((await browser().call('accounts/me')).status).toBe(200)
})

async function post(path: string, body: Buffer, o: { announced: boolean; cookie?: string }) {
  const outgoing = httpRequest(new URL(path, url), {
    method: 'POST',
    agent: false,
    headers: {
      origin: url,
      cookie: o.cookie ?? '',
      'content-type': 'application/json',
      ...(o.announced && { 'content-length': body.length }),
    },
  })
  const answered = new Promise<IncomingMessage>((resolve) => outgoing.once('response', resolve))
  // The server may hang up before it has taken all of it.
  outgoing.on('error', () => undefined)
  outgoing.end(body)
  const response = await answered
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return { status: response.statusCode, text }
}

/** Sends a body in chunks for as long as the server takes it. @returns what it answered until it hung up */
async function sendForever(path: string, method = 'POST'): Promise<{ answer: string; sentBytes: number }> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (part) => (answer += part.toString()))
  // A reset is one way to hang up.
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${host}\r\norigin: ${url}\r\ntransfer-encoding: chunked\r\n\r\n`)
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, ' '), Buffer.from('\r\n')])
  const send = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', send)
  send()
  await closed
  return { answer, sentBytes: socket.bytesWritten }
}
