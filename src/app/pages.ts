import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { createRequestHandler, matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { type HttpEnv, reportDefect } from '#platform/server/http.ts'
import { pageRequest, type Site } from '#platform/shared/contacts.ts'
import { compress, encodingFor, hashOf } from '#platform/server/static-files.ts'
import { listedPath } from './seo.ts'
import { withSocialMeta } from './seo-head.ts'

/** Rendered pages kept at once: every fixed page, and the projects that were opened last. */
const KEPT = 200
/** Rendered for whatever is not there. Its route is the catch-all, whatever the path. */
const NOT_FOUND_PATH = '/404'
/** Stands in for a page that could not be rendered. */
const ERROR_PATH = '/error'
/** Stands in for every page while the operator works on the site. */
const MAINTENANCE_PATH = '/maintenance'
/** Seconds after which a browser or a crawler may look again. */
const RETRY_AFTER_S = 300

type Page = {
  readonly status: number
  readonly html: Uint8Array<ArrayBuffer>
  readonly compressed: Readonly<Record<'br' | 'gzip', Uint8Array<ArrayBuffer>>>
  readonly version: string
  readonly csp: string
  /** Search engines may list it. */
  readonly listed: boolean
}

/**
 * The pages, as React Router renders them. Every page is the same for everybody, so it is rendered once for each
 * path and kept. The renderer sees nothing of a request but its path, and only paths of the route table.
 * @param o.site what every page knows about the site
 * @param o.maintenance every page is "We'll be right back" until the operator is done
 */
export function pages(o: { build: ServerBuild; site: Site; maintenance?: boolean }) {
  const handler = createRequestHandler(o.build, 'production')
  const routes = routeObjects(o.build.routes)
  const kept = new Map<string, Promise<Page>>()

  async function render(path: string, status: number): Promise<Page> {
    const response = await handler(pageRequest(o.site, path))
    if (response.status >= 500) throw new Error(`rendering ${path} answered ${response.status}`)
    const html = await response.text()
    // These two stand under any address, where the scripts of another page would not fit.
    if (path === ERROR_PATH || path === MAINTENANCE_PATH) return toPage(status, withoutScripts(html))
    const listed = status === 200 && matchRoutes(routes, path)?.some(({ route }) => listedPath(route) !== null)
    return listed ? toPage(status, withSocialMeta(html, { origin: o.site.origin, path }), true) : toPage(status, html)
  }

  function page(path: string, status: number): Promise<Page> {
    const known = kept.get(path)
    if (known !== undefined) return known
    const rendered = render(path, status)
    kept.set(path, rendered)
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    rendered.catch(() => kept.delete(path))
    return rendered
  }

  /** The page, or the one that says that it broke. */
  async function pageOrError(c: Context<HttpEnv>, path: string, status: number): Promise<Page> {
    try {
      return await page(path, status)
    } catch (error) {
      reportDefect(c, error)
      return page(ERROR_PATH, 500)
    }
  }

  return async (c: Context<HttpEnv>): Promise<Response> => {
    if (o.maintenance === true) return send(c, await page(MAINTENANCE_PATH, 503))
    const found = canonicalPath(routes, c.req.path)
    if (found === null) return send(c, await pageOrError(c, NOT_FOUND_PATH, 404))
    if (found !== c.req.path) return c.redirect(`${found}${new URL(c.req.url).search}`, 308)
    return send(c, await pageOrError(c, found, 200))
  }
}

/**
 * The one spelling of a page's address: without a slash at its end, fixed parts in lower case.
 * @returns null when no page has this address
 */
export function canonicalPath(routes: RouteObject[], path: string): string | null {
  // None of our addresses needs an escape; a broken one would make the router complain.
  if (path.includes('%') || path.startsWith('//')) return null
  const [match] = matchRoutes(routes, path === '/' ? path : path.replace(/\/+$/, ''))?.slice(-1) ?? []
  if (match === undefined || match.route.path === '*' || Object.values(match.params).some(isUnsafe)) return null
  const parts = (match.route.path ?? '').split('/').filter(Boolean)
  return `/${parts.map((part) => (part.startsWith(':') ? match.params[part.slice(1)] : part)).join('/')}`
}

/** The parameters of our pages are ids; anything else is nobody's address, and is not worth rendering. */
function isUnsafe(value: string | undefined): boolean {
  return value === undefined || !/^[A-Za-z0-9_-]{1,64}$/.test(value)
}

/** The route table of a build, flat: every page of ours hangs directly under the root. */
export function routeObjects(routes: ServerBuild['routes']): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.id !== 'root')
    .map((route): RouteObject =>
      route?.index === true ? { id: route.id, path: '/' } : { id: route?.id ?? '', path: route?.path ?? '' },
    )
}

async function toPage(status: number, rendered: string, listed = false): Promise<Page> {
  const text = stylesheetFirst(rendered)
  const html = Buffer.from(text)
  const { br, gzip } = await compress(html)
  return {
    status,
    html: new Uint8Array(html),
    compressed: { br: new Uint8Array(br), gzip: new Uint8Array(gzip) },
    version: hashOf(html),
    csp: contentPolicy(text),
    listed,
  }
}

/** The page as it stands: only the script that picks the theme before anything is painted is kept. */
function withoutScripts(html: string): string {
  let seen = 0
  return html
    .replace(/<script\b[\s\S]*?<\/script>/g, (script) =>
      seen++ === 0 && !/^<script[^>]*\bsrc=/.test(script) ? script : '',
    )
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
}

/** React Router prints the scripts' preloads before the stylesheet, which delays the first paint by a second. */
function stylesheetFirst(html: string): string {
  const stylesheet = /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1]
  const lowered = html.replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ')
  if (stylesheet === undefined) return lowered
  return lowered.replace(
    /<meta charSet="utf-8"\/>/i,
    (meta) => `${meta}<link rel="preload" as="style" href="${stylesheet}"/>`,
  )
}

/** Allows this page's own scripts by their hashes, and nothing from any other site. */
function contentPolicy(html: string): string {
  const inline = Array.from(
    html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g),
    ([, script = '']) => script,
  )
  const hashes = inline.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return [
    `default-src 'self'`,
    `script-src ${["'self'", ...new Set(hashes)].join(' ')}`,
    // Style attributes only: React writes them into its HTML. No style sheet but ours.
    `style-src 'self'`,
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

function send(c: Context<HttpEnv>, page: Page): Response {
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
    ...(page.status === 503 && { 'retry-after': String(RETRY_AFTER_S) }),
  })
  if (page.status === 200 && c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
  if (encoding !== null) headers.set('content-encoding', encoding)
  const body = encoding === null ? page.html : page.compressed[encoding]
  headers.set('content-length', String(body.length))
  return new Response(c.req.method === 'HEAD' ? null : body, { status: page.status, headers })
}
