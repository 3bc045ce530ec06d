/** The path of a route. */
type HasPath = { readonly path?: string | undefined }

/** Pages behind the log-in, useless to a search engine. */
const GUARDED = [
  'upload',
  'profile',
  'billing',
  'collaborators',
  'storage',
  'brand',
  'operator',
  'affiliate/dashboard',
  'affiliate/payout-settings',
  'affiliate/referrals',
  'affiliate/profile',
  'affiliate/materials',
]
/** Pages that need the token of a mailed link, and pages that replace others. */
const NEEDS_MORE = [
  'reset-password',
  'verify-email',
  'confirm-email',
  'accept-invitation',
  'affiliate/complete-profile',
  'report/sent',
  'unsubscribed',
  'error',
  'maintenance',
  '404',
]
const HIDDEN = new Set([...GUARDED, ...NEEDS_MORE])

/** The page's address when search engines may list it; null for guarded pages, token pages and stand-ins. */
export function listedPath({ path = '' }: HasPath): string | null {
  const name = path.replace(/^\/|\/$/g, '')
  if (HIDDEN.has(name) || isGuarded(name) || /[:*]/.test(name)) return null
  return `/${name}`
}

/** A path under a guarded page is guarded too. */
function isGuarded(name: string): boolean {
  return GUARDED.some((guarded) => name.startsWith(`${guarded}/`))
}

/** /sitemap.xml: every public page of the route table. */
export function sitemap(origin: string, routes: readonly HasPath[]): string {
  const urls = listedPaths(routes).map((path) => `  <url><loc>${origin}${path}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
}

/** /robots.txt: keeps crawlers off pages without content for them. */
export function robots(origin: string): string {
  const closed = ['api/', ...GUARDED, 'projects/', 'review/', 'report/', 'takedown/', 'unsubscribe/'].map(
    (path) => `Disallow: /${path}\n`,
  )
  return `User-agent: *\n${closed.join('')}\nSitemap: ${origin}/sitemap.xml\n`
}

/** The pages of a route table that search engines may list, each once. */
export function listedPaths(routes: readonly HasPath[]): string[] {
  return [...new Set(routes.flatMap((route) => listedPath(route) ?? []))].toSorted()
}

/** The name of a page's preview picture: `/affiliate/login` → `affiliate-login`, `/` → `home`. */
export function pictureNameOf(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')
}
