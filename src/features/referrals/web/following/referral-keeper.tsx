import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useMounted } from '#platform/web/use-mounted.ts'

/** Most visitors followed no link: what it takes comes only for those who did. */
const FollowLink = lazy(async () => ({ default: (await import('./follow-link-here.tsx')).FollowLinkHere }))

/**
 * Keeps the affiliate's link that a visitor came through until they sign up (spec §4). Stands in every page.
 * How long it counts, whose counts and whether the visitor is asked are the operator's to say.
 * `isUnknownPage`: no page has this address, so that it may be an affiliate's name.
 */
export function ReferralKeeper({ isUnknownPage }: { isUnknownPage: boolean }) {
  const { search } = useLocation()
  const [isWanted, setWanted] = useState(false)

  const mounted = useMounted()
  // Once wanted, always: the link goes on from page to page.
  if (mounted && !isWanted && (isUnknownPage || /[?&]ref=/.test(search) || hasEntry())) setWanted(true)
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <FollowLink isUnknownPage={isUnknownPage} />
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
