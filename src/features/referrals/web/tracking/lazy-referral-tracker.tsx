import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useMounted } from '#platform/web/use-mounted.ts'
import type { LinkAddress } from './referral-tracker.tsx'

/** Most visitors follow no link: load this only for those who do. */
const FollowLink = lazy(async () => ({ default: (await import('./referral-tracker.tsx')).ReferralTracker }))

/**
 * Tracks the affiliate's link of a visitor until they sign up (spec §4). Rendered on every page. The operator sets the
 * period, the attribution and the consent. `isUnknownPage`: no page has this address, so it may be an affiliate's name.
 */
export function LazyReferralTracker({ isUnknownPage }: { isUnknownPage: boolean }) {
  const { pathname, search } = useLocation()
  const [isWanted, setWanted] = useState(false)
  const [link, setLink] = useState<LinkAddress | null>(null)

  const mounted = useMounted()
  const holdsLink = isUnknownPage || /[?&]ref=/.test(search)
  // Kept for later pages: the visitor may navigate before the session is known.
  if (mounted && holdsLink && !(link?.pathname === pathname && link.search === search))
    setLink({ isUnknownPage, pathname, search })
  // Stays mounted: the link continues from page to page.
  if (mounted && !isWanted && (holdsLink || hasEntry())) setWanted(true)
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <FollowLink link={link} />
    </Suspense>
  )
}

function hasEntry(): boolean {
  try {
    return localStorage.getItem('referralData') !== null
  } catch {
    // A browser that forbids storage has no entry.
    return false
  }
}
