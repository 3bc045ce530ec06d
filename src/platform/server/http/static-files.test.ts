import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { router } from '../http.ts'
import { listStaticFiles, staticFiles } from './static-files.ts'

const SCRIPT = 'export const answer = 42\n'.repeat(100)
const directory = await mkdtemp(join(tmpdir(), 'static-'))
afterAll(() => rm(directory, { recursive: true }))
await mkdir(join(directory, 'assets'))
await writeFile(join(directory, 'assets', 'app-1a2b.js'), SCRIPT)
await writeFile(join(directory, 'assets', 'font.woff2'), Buffer.alloc(2_000, 7))
await writeFile(join(directory, 'assets', 'gone.js'), SCRIPT)
await writeFile(join(directory, 'robots.txt'), 'User-agent: *')
const serve = staticFiles(await listStaticFiles(directory, { immutable: 'assets' }))
await rm(join(directory, 'assets', 'gone.js'))
const app = router().all('*', async (c) => (await serve(c)) ?? c.text('no file', 404))

test.each([
  { encoding: 'br', unpack: brotliDecompressSync },
  { encoding: 'gzip', unpack: gunzipSync },
])('a script is sent in $encoding, for ever the same', async ({ encoding, unpack }) => {
  const answer = await app.request('/assets/app-1a2b.js', { headers: { 'accept-encoding': `${encoding}, identity` } })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('vary')).toBe('accept-encoding')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const sent = Buffer.from(await answer.arrayBuffer())
  expect(sent.length).toBeLessThan(SCRIPT.length / 5)
  expect(unpack(sent).toString()).toBe(SCRIPT)
})

test('a client without compression support or with q=0 gets the plain file', async () => {
  for (const accepted of ['', 'br;q=0, gzip;q=0.0']) {
    const answer = await app.request('/assets/app-1a2b.js', { headers: { 'accept-encoding': accepted } })
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(await answer.text()).toBe(SCRIPT)
  }
})

test('answers 304 for each encoding of an unchanged file', async () => {
  for (const accepted of ['br', 'gzip', '']) {
    const headers = { 'accept-encoding': accepted }
    const etag = (await app.request('/assets/app-1a2b.js', { headers })).headers.get('etag') ?? ''
    const again = await app.request('/assets/app-1a2b.js', { headers: { ...headers, 'if-none-match': etag } })
    expect(again.status).toBe(304)
  }
})

test('sends a font uncompressed, also in ranges', async () => {
  const answer = await app.request('/assets/font.woff2', { headers: { 'accept-encoding': 'br', range: 'bytes=0-9' } })
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect((await answer.arrayBuffer()).byteLength).toBe(10)
})

test('browsers revalidate a file without a content hash in its name', async () => {
  expect((await app.request('/robots.txt')).headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
})

test.each([
  '/',
  '/assets',
  '/assets/',
  '/assets/none.js',
  '/assets/gone.js',
  '/assets/../robots.txt/',
  '/%2e%2e/etc/passwd',
  '/assets/%2e%2e/%2e%2e/etc/passwd',
])('no file is at %s', async (path) => {
  expect((await app.request(path)).status).toBe(404)
})

test('rejects methods that write', async () => {
  expect((await app.request('/robots.txt', { method: 'POST' })).status).toBe(404)
  const head = await app.request('/robots.txt', { method: 'HEAD' })
  expect(head.status).toBe(200)
  expect(await head.text()).toBe('')
})
