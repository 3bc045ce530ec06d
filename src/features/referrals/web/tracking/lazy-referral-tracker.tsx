import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useMounted } from '#platform/web/use-mounted.ts'
import type { LinkAddress } from './referral-tracker.tsx'

/** Most visitors followed no link: what it takes comes only for those who did. */
const FollowLink = lazy(async () => ({ default: (await import('./referral-tracker.tsx')).ReferralTracker }))

/**
 * Keeps the affiliate's link that a visitor came through until they sign up (spec §4). Stands in every page.
 * How long it counts, whose counts and whether the visitor is asked are the operator's to say.
 * `isUnknownPage`: no page has this address, so that it may be an affiliate's name.
 */
export function LazyReferralTracker({ isUnknownPage }: { isUnknownPage: boolean }) {
  const { pathname, search } = useLocation()
  const [isWanted, setWanted] = useState(false)
  const [link, setLink] = useState<LinkAddress | null>(null)

  const mounted = useMounted()
  const holdsLink = isUnknownPage || /[?&]ref=/.test(search)
  // Kept for the pages after it: whether anybody is signed in may not be told before the visitor has gone on.
  if (mounted && holdsLink && !(link?.pathname === pathname && link.search === search))
    setLink({ isUnknownPage, pathname, search })
  // Once wanted, always: the link goes on from page to page.
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
