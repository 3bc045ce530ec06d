import { useLocation, useMatches, useRouteLoaderData } from 'react-router'

/** What every page knows about the site: its public origin, `https://example.com`. */
export type Site = { readonly origin: string }

/** The page's one address (spec §2), on every page but those that stand for none, such as Page Not Found. */
export function CanonicalLink() {
  const site = useRouteLoaderData<Site>('root')
  const { pathname } = useLocation()
  const page = useMatches().at(-1)
  if (!site || page === undefined || page.id === NOT_FOUND) return null
  return <link rel="canonical" href={site.origin + (pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname)} />
}

const NOT_FOUND = 'routes/not-found'
