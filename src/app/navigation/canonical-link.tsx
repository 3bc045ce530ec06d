import { useLocation, useMatches } from 'react-router'
import { useSite } from '#platform/web/use-site.ts'

/** The page's one address (spec §2), on every page but those that stand in for another. */
export function CanonicalLink() {
  const site = useSite()
  const { pathname } = useLocation()
  const page = useMatches().at(-1)
  if (!site || page === undefined || STAND_INS.has(page.id)) return null
  return <link rel="canonical" href={site.origin + (pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname)} />
}

const STAND_INS = new Set(['routes/not-found', 'routes/error', 'routes/maintenance'])
