import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { router } from '#platform/server/http.ts'
import { DEFAULT_AFFILIATE_TERMS } from '#platform/shared/contacts.ts'
import type { DrawPage } from '#platform/shared/page.ts'
import { findAddress, servePages } from './serve-pages.ts'

const PROJECT = '/projects/7f3a2c1e-0000-4000-8000-00000000ABCD'

test.each([
  { path: '/', page: '/' },
  { path: '/upload', page: '/upload' },
  { path: '/upload/', page: '/upload' },
  { path: '/Upload//', page: '/upload' },
  { path: PROJECT, page: PROJECT },
  { path: `${PROJECT.replace('projects', 'Projects')}/`, page: PROJECT },
  { path: '/nope', page: null },
  { path: '/upload/more', page: null },
  { path: '/projects', page: null },
  { path: '/projects/a%2Fb', page: null },
  { path: `/projects/${'x'.repeat(65)}`, page: null },
  { path: '//upload', page: null },
  { path: '//evil.example/', page: null },
  { path: '/\\evil.example', page: null },
  { path: '/%75pload', page: null },
  { path: '/%E0%A4%A', page: null },
])('$path is the page $page', ({ path, page }) => {
  expect(findAddress(path)?.canonical ?? null).toBe(page)
})

test('draws a page once and caches it; drawing sees neither query nor headers', async () => {
  const { get, drawn } = start()
  const first = await get('/upload?from=evil', { cookie: 'session=1' })
  const second = await get('/upload')
  expect(first.status).toBe(200)
  expect(await first.text()).toBe(await second.text())
  expect(drawn).toEqual(['/upload'])
})

test('draws one page for all projects, without an id', async () => {
  const { get, drawn } = start()
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, n) => get(`/projects/7f3a2c1e-0000-4000-8000-${String(n).padStart(12, '0')}`)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(drawn).toEqual(['/projects/_'])
  const [first, second] = answers
  expect(first?.headers.get('etag')).toBe(second?.headers.get('etag'))
})

test('answers an unknown address with "Page Not Found" and status 404', async () => {
  const { get, drawn } = start()
  expect((await get('/nope')).status).toBe(404)
  expect((await get('/also/nope')).status).toBe(404)
  expect(drawn).toEqual(['/404'])
})

test('redirects another spelling to the one address, with its query', async () => {
  const { get } = start()
  const answer = await get('/Upload/?from=%2Fx')
  expect(answer.status).toBe(308)
  expect(answer.headers.get('location')).toBe('/upload?from=%2Fx')
})

test('answers a form sent without scripts with its page, saying that nothing was sent', async () => {
  const { post, get, drawn } = start()
  const answer = await post('/upload')
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe('GET, HEAD')
  expect(await answer.text()).toContain('Nothing was sent.')
  expect((await post('/nope')).status).toBe(404)
  // The page itself does not mention it.
  expect(await (await get('/upload')).text()).not.toContain('Nothing was sent.')
  expect(drawn).toEqual(['/upload', '/404', '/upload'])
})

test('allows a page its own scripts only', async () => {
  const { get } = start()
  const answer = await get('/')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain(`'sha256-${createHash('sha256').update('let theme = 1').digest('base64')}'`)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  expect(policy).toContain(`frame-ancestors 'none'`)
  // A sign-in popup must be able to message its opener.
  expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
})

test('answers 304 to a browser that has the page', async () => {
  const { get } = start()
  const etag = (await get('/')).headers.get('etag') ?? ''
  expect((await get('/', { 'if-none-match': etag })).status).toBe(304)
})

test('answers a broken page with the script-free error page, and tries it again next time', async () => {
  const { get, drawn } = start({ fails: 1 })
  const broken = await get('/')
  expect(broken.status).toBe(500)
  expect(drawn).toEqual(['/error, without scripts'])
  expect((await get('/')).status).toBe(200)
})

test('shows the maintenance page at every address, with a time to retry', async () => {
  const { get, drawn } = start({ maintenance: true })
  for (const path of ['/', '/upload', '/nope']) {
    const answer = await get(path)
    expect(answer.status, path).toBe(503)
    expect(answer.headers.get('retry-after'), path).toBe('300')
  }
  expect(drawn).toEqual(['/maintenance, without scripts'])
})

test('gives social networks a public page’s title, address and picture, and lists no other', async () => {
  const { get } = start()
  const home = await get('/')
  const html = await home.text()
  expect(home.headers.get('x-robots-tag')).toBeNull()
  expect(html).toContain('<meta property="og:title" content="Captions &amp; more"/>')
  expect(html).toContain('<meta property="og:url" content="https://wordpop.example/"/>')
  expect(html).toContain('<meta property="og:image" content="https://wordpop.example/social/home.png"/>')
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>')
  for (const path of ['/upload', PROJECT, '/nope']) {
    const answer = await get(path)
    expect(answer.headers.get('x-robots-tag'), path).toBe('noindex')
    expect(await answer.text(), path).not.toContain('og:')
  }
})

/** The pages, drawn by a function that records its calls. */
function start({ fails = 0, maintenance = false } = {}) {
  const drawn: string[] = []
  let failures = fails
  const draw: DrawPage = ({ path, withScripts, notice }) => {
    if (failures-- > 0) throw new Error('broken')
    drawn.push(withScripts ? path : `${path}, without scripts`)
    return notice === undefined ? HTML : HTML.replace('<body>', `<body><p>${notice}</p>`)
  }
  const page = servePages({ draw, bootstrap: { site: SITE, answers: {} }, maintenance })
  const app = router().on(['GET', 'POST'], '*', async (c) => {
    c.set('log', { error: () => {} })
    return page(c)
  })
  return {
    drawn,
    get: async (path: string, headers: Record<string, string> = {}) => app.request(path, { headers }),
    post: async (path: string) => app.request(path, { method: 'POST', body: new URLSearchParams({ password: 'x' }) }),
  }
}

const SITE = {
  origin: 'https://wordpop.example',
  contacts: { legal: 'l@x.example', support: 's@x.example', general: 'g@x.example' },
  links: {},
  sells: true,
  affiliates: DEFAULT_AFFILIATE_TERMS,
}

const HTML = `<!DOCTYPE html><html><head><meta charSet="utf-8"/><title>Captions &amp; more</title><script>let theme = 1</script></head><body><script type="application/json">{}</script></body></html>`
