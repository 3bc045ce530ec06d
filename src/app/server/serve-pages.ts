import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { type HttpEnv, reportDefect } from '#platform/server/http.ts'
import type { RefusedForm } from '#platform/server/http/refused-form.ts'
import { compressOnce, type Compressed, encodingFor, hashOf } from '#platform/server/http/static-files.ts'
import type { Site } from '#platform/shared/contacts.ts'
import type { DrawPage, PageBootstrap } from '#platform/shared/page.ts'
import { findPage } from '#platform/shared/page-paths.ts'
import routes, { offeredRoutes } from '../pages/routes.ts'
import { listedPath } from './seo.ts'
import { withSocialMeta } from './seo-head.ts'

/** Stands for every parameter of an address while its page is drawn. */
const ANY_ID = '_'
/** The route drawn for unknown addresses. */
const NOT_FOUND_PATH = '/404'
/** Replaces a page that failed to render. */
const ERROR_PATH = '/error'
/** Replaces every page during maintenance. */
const MAINTENANCE_PATH = '/maintenance'
/** Notice above a page that received a form without scripts: only the API accepts forms. */
const NOTHING_SENT =
  'Nothing was sent. This form needs JavaScript: turn it on, reload the page and fill in the form again.'
/** Retry-After for browsers and crawlers, in seconds. */
const RETRY_AFTER_S = 300

type Page = {
  readonly status: number
  readonly html: Uint8Array<ArrayBuffer>
  readonly compressed: Compressed
  readonly version: string
  readonly csp: string
  /** Whether search engines may list it. */
  readonly listed: boolean
}

/** How a page is answered: its status, and a notice above it from a fixed set of sentences. */
type Answer = Pick<RefusedForm, 'status'> & Partial<Pick<RefusedForm, 'notice'>>

/**
 * Serves the pages. A page is the same for everybody, so it is drawn once per route and cached: one project's page
 * serves all projects. Drawing sees nothing of a request but its route.
 * @param o.bootstrap the site data of every page; another `site` object draws every page again
 * @param o.maintenance answers every page with "We'll be right back"
 */
export function servePages(o: { draw: DrawPage; bootstrap: PageBootstrap; maintenance?: boolean }) {
  const { origin } = o.bootstrap.site
  const cached = new Map<string, Promise<Page>>()
  let drawnFor = o.bootstrap.site

  async function render(path: string, { status, notice }: Answer): Promise<Page> {
    // These two appear at any address, where scripts would draw another page.
    const withScripts = path !== ERROR_PATH && path !== MAINTENANCE_PATH
    const html = await o.draw({
      path,
      bootstrap: o.bootstrap,
      withScripts,
      ...(notice !== undefined && { notice }),
    })
    const listed = status === 200 && withScripts && isListed(path, o.bootstrap.site)
    return toPage(status, listed ? withSocialMeta(html, { origin, path }) : html, listed)
  }

  function page(path: string, answer: Answer): Promise<Page> {
    if (drawnFor !== o.bootstrap.site) {
      drawnFor = o.bootstrap.site
      cached.clear()
    }
    const key = `${answer.status} ${path} ${answer.notice ?? ''}`
    const known = cached.get(key)
    if (known !== undefined) return known
    const rendered = render(path, answer)
    cached.set(key, rendered)
    rendered.catch(() => cached.delete(key))
    return rendered
  }

  /** The page, or the error page if drawing fails. */
  async function pageOrError(c: Context<HttpEnv>, path: string, answer: Answer): Promise<Page> {
    try {
      return await page(path, answer)
    } catch (error) {
      reportDefect(c, error)
      return page(ERROR_PATH, { status: 500 })
    }
  }

  return async (c: Context<HttpEnv>, refused?: RefusedForm): Promise<Response> => {
    if (o.maintenance === true) return send(c, await page(MAINTENANCE_PATH, { status: 503 }))
    const found = findOffered(c.req.path, o.bootstrap.site)
    if (found === null) return send(c, await pageOrError(c, NOT_FOUND_PATH, { status: 404 }))
    if (c.req.method === 'POST') {
      const answer = refused ?? { status: 405, notice: NOTHING_SENT }
      return send(c, await pageOrError(c, found.drawn, answer), refused?.retryAfterS)
    }
    if (found.canonical !== c.req.path) return c.redirect(`${found.canonical}${new URL(c.req.url).search}`, 308)
    return send(c, await pageOrError(c, found.drawn, { status: 200 }))
  }
}

/**
 * Finds the page of an address.
 * @returns `canonical`, the one spelling of the address: without a slash at its end, fixed parts in lower case; `drawn`,
 *   the address with which its page is drawn, the same whatever its parameters are; null when no page has this address
 */
export function findAddress(path: string): { canonical: string; drawn: string } | null {
  // None of our addresses needs an escape.
  if (path.includes('%') || path.startsWith('//')) return null
  const found = findPage(routes, path)
  if (found === null) return null
  const parts = found.page.path.split('/').filter(Boolean)
  const withParams = (value: (name: string) => string | undefined) =>
    `/${parts.map((part) => (part.startsWith(':') ? value(part.slice(1)) : part)).join('/')}`
  return { canonical: withParams((name) => found.params[name]), drawn: withParams(() => ANY_ID) }
}

/** The imprint has no page until operators write it. */
function findOffered(path: string, { policies = [] }: Site): ReturnType<typeof findAddress> {
  const found = findAddress(path)
  return found?.drawn === '/imprint' && !policies.includes('imprint') ? null : found
}

function isListed(path: string, site: Site): boolean {
  const page = findPage(offeredRoutes(site), path)?.page
  return page !== undefined && listedPath(page) !== null
}

function toPage(status: number, text: string, listed: boolean): Page {
  const html = new Uint8Array(Buffer.from(text))
  return {
    status,
    html,
    compressed: compressOnce(html),
    version: hashOf(html),
    csp: contentPolicy(text),
    listed,
  }
}

/** The policy of a page: its own scripts and styles by hash, nothing from any other site. */
function contentPolicy(html: string): string {
  return [
    `default-src 'self'`,
    `script-src ${["'self'", ...hashesOf(html, 'script')].join(' ')}`,
    // The style of the operator's logo.
    `style-src ${["'self'", ...hashesOf(html, 'style')].join(' ')}`,
    // React writes style attributes into its HTML.
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `media-src 'self' blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `worker-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** The contents of inline elements, as a policy names them. A script with a type is data, and one with `src` a file. */
function hashesOf(html: string, tag: 'script' | 'style'): ReadonlySet<string> {
  const inline = html
    .split(`<${tag}>`)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf(`</${tag}>`)))
  return new Set(inline.map((content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`))
}

/** @param retryAfterS not part of the cached page: seconds until another attempt may succeed */
async function send(c: Context<HttpEnv>, page: Page, retryAfterS = waitFor(page)): Promise<Response> {
  const encoding = encodingFor(c)
  const etag = `"${page.version}${encoding === null ? '' : `-${encoding}`}"`
  const headers = new Headers({
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-security-policy': page.csp,
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    etag,
    vary: 'accept-encoding',
    ...(!page.listed && { 'x-robots-tag': 'noindex' }),
    ...(page.status === 405 && { allow: 'GET, HEAD' }),
    ...(retryAfterS !== undefined && { 'retry-after': String(retryAfterS) }),
  })
  if (page.status === 200 && c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
  if (encoding !== null) headers.set('content-encoding', encoding)
  const body = encoding === null ? page.html : await page.compressed(encoding)
  headers.set('content-length', String(body.length))
  return new Response(c.req.method === 'HEAD' ? null : body, { status: page.status, headers })
}

function waitFor({ status }: Page): number | undefined {
  return status === 503 ? RETRY_AFTER_S : undefined
}
