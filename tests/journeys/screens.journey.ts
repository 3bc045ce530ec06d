import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { PAGES } from '../authorization/table.ts'
import { openPage } from './alive.ts'
import { expect, test } from './journey.ts'
import { INFORMATION } from './information-pages.ts'
import { signUpByApi } from './person.ts'

/** An address of every page; unknown ids of projects and invitations have the same page as known ones. */
const ADDRESSES = Object.entries(PAGES).map(
  ([path, who]) => [path === '*' ? '/nowhere' : path.replaceAll(/:\w+/g, 'b0000000'), who] as const,
)

/** Addresses without a page: nobody has written an imprint. */
const MISSING = new Set(['/nowhere', '/imprint'])

/** Pages shown in place of others. */
const FALLBACK_PAGES = new Set(['/error', '/maintenance'])

/** Files for search engines and social networks. */
const FOR_PROGRAMS = ['/robots.txt', '/sitemap.xml', '/social/home.png']

test('serves every page with the same HTML to visitors and signed-in users', async ({ page, playwright, product }) => {
  await signUpByApi(page)
  const visitor = await playwright.request.newContext({ baseURL: product.url })
  for (const path of [...ADDRESSES.map(([path]) => path), ...FOR_PROGRAMS]) {
    const forVisitor = await visitor.get(path)
    const forUser = await page.request.get(path)
    expect(forVisitor.status(), path).toBe(MISSING.has(path) ? 404 : 200)
    expect(forUser.status(), path).toBe(forVisitor.status())
    expect(await forUser.text(), path).toBe(await forVisitor.text())
    expect(forVisitor.headers()['set-cookie'], path).toBeUndefined()
  }
  await visitor.dispose()
})

test('shows a visitor every public and no guarded page, and calls this site only', async ({
  page,
  request,
  product,
  complaints,
}) => {
  const elsewhere: string[] = []
  page.on('request', (asked) => {
    if (!/^(data|blob):/.test(asked.url()) && !asked.url().startsWith(`${product.url}/`)) elsewhere.push(asked.url())
  })
  complaints.allow(/status of 404/)
  const listed = await pathsOfSitemap(request)
  expect(listed).toEqual(expect.arrayContaining(['/', ...Object.keys(INFORMATION)]))
  expect(
    ADDRESSES.map(([path]) => path),
    'this walk passes every listed page',
  ).toEqual(expect.arrayContaining(listed))
  for (const [path, who] of ADDRESSES) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(MISSING.has(path) ? 404 : 200)
    if (who === 'guarded') await expect(page, path).toHaveURL(`/auth?from=${encodeURIComponent(path)}`)
    else {
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      expect(new URL(page.url()).pathname).toBe(path)
    }
    if (listed.includes(path)) await expectOneDescription(page, path)
    if (path in INFORMATION) await expectPageTitle(page, path)
    if (FALLBACK_PAGES.has(path)) await expect(page.locator('link[rel=canonical]'), path).toHaveCount(0)
  }
  expect(elsewhere).toEqual([])
})

test('the home page is complete without JavaScript', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByText('BETA', { exact: true })).toHaveCount(1)
  await expect(page.getByText('New caption templates are coming soon.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Turn your vision into viral content, one clip at a time',
  )
  const sections = await page
    .getByRole('main')
    .locator('section[aria-labelledby]')
    .evaluateAll((found) => found.map((section) => section.getAttribute('aria-labelledby')))
  expect(sections.slice(-4)).toEqual(['features', 'how-it-works', 'perfect-for', 'start'])
  await expect(page.getByRole('main').getByRole('link', { name: 'Caption a video' })).toBeVisible()
  await context.close()
})

test('a page loads the code it needs and no other page’s, and what it needs is preloaded', async ({
  page,
  request,
}) => {
  const html = await (await request.get('/')).text()
  const preloaded = Array.from(html.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)"/g), ([, url]) => url)
  const forHome = await scriptsOf(page, '/')
  const home = forHome.filter((url) => url.startsWith('/assets/home-'))
  expect(home).toHaveLength(1)
  expect(preloaded).toContain(home[0])
  for (const [path, name] of [
    ['/status', 'status'],
    ['/terms', 'terms'],
  ] as const) {
    const own = (await scriptsOf(page, path)).filter((url) => url.startsWith(`/assets/${name}-`))
    expect(own, path).toHaveLength(1)
    expect(forHome).not.toContain(own[0])
  }
})

test('a page behind the log-in that follows a public one appears with its styles', async ({ page }) => {
  const sheets = () =>
    page.evaluate(() => [...document.styleSheets].map(({ href }) => /\/(\w+)-[^/]*\.css$/.exec(href ?? '')?.[1]))
  await signUpByApi(page)
  await openPage(page, '/faq')
  expect(await sheets()).not.toContain('application')
  await page.getByRole('banner').getByRole('link', { name: 'My videos' }).click()
  await expect(page).toHaveURL('/upload')
  // The order of the sheets decides between two classes that set one property.
  expect((await sheets()).indexOf('application')).toBeGreaterThan(0)
})

test('each page starts at the top, and restores its scroll position on return', async ({ page }) => {
  await openPage(page, '/faq')
  const left = await scrollToFooter(page)
  expect(left).toBeGreaterThan(300)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveURL('/pricing')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(page).toHaveTitle(/^Pricing/)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/pricing$/)
  await page.goBack()
  await expect(page).toHaveTitle(/^Questions/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
})

test('a reloaded page renders whole at once, and keeps its scroll position', async ({ page }) => {
  await openPage(page, '/pricing')
  const left = await scrollToFooter(page)
  expect(left).toBeGreaterThan(1_000)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeInViewport()
  await expect(firstView(page)).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
})

test('shows a page in fallback fonts without an error when fonts are blocked', async ({ page, complaints }) => {
  complaints.allow(/Failed to load resource/)
  await page.route('**/*.woff2', (route) => route.abort())
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('under 640 px the links are in the mobile menu, from 640 px on in the bar', async ({ page }) => {
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: 'Main' })
  const toggle = page.getByRole('button', { name: 'Open menu' })
  await page.setViewportSize({ width: 639, height: 800 })
  await expect(toggle).toBeVisible()
  await expect(bar).toBeHidden()
  await page.setViewportSize({ width: 640, height: 800 })
  await expect(bar).toBeVisible()
  await expect(toggle).toBeHidden()
})

test('an unknown address declares no canonical address', async ({ request }) => {
  for (const path of ['/nowhere/at-all', '/404']) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(404)
    expect(await answer.text(), path).not.toContain('rel="canonical"')
  }
})

async function pathsOfSitemap(request: APIRequestContext): Promise<string[]> {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  return Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = '']) => new URL(url).pathname)
}

async function expectOneDescription(page: Page, path: string): Promise<void> {
  await expect(page.locator('link[rel=canonical]'), path).toHaveAttribute('href', new RegExp(`${path}$`))
  for (const one of ['title', 'meta[name=description]', 'meta[property="og:image"]']) {
    await expect(page.locator(`head ${one}`), `${one} of ${path}`).toHaveCount(1)
  }
}

async function expectPageTitle(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(INFORMATION[path] ?? '')
  await expect(page, path).toHaveTitle(/ · Wordpop$/)
}

/** The document while parts of it are not rendered yet. */
function firstView(page: Page): Locator {
  return page.locator('html[data-first-view]')
}

/** Scrolls to the footer once the layout is final. @returns the scroll position */
async function scrollToFooter(page: Page): Promise<number> {
  await expect(firstView(page)).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  return page.evaluate(() => scrollY)
}

/** The scripts that showing a page loads. */
async function scriptsOf(page: Page, path: string): Promise<string[]> {
  await page.goto(path, { waitUntil: 'networkidle' })
  return page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => {
      const { pathname } = new URL(name)
      return pathname.endsWith('.js') ? [pathname] : []
    }),
  )
}
