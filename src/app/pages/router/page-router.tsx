import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Router } from 'react-router'
import type { Site } from '#platform/shared/contacts.ts'
import { endFirstView } from './first-view.ts'
import { canonicalUrl, hasParams, showHead } from './head.ts'
import { createNavigation, type Shown } from './navigation.ts'
import { controlScroll, restoreScroll } from './scroll.ts'

/**
 * Shows the current page. The next page's code loads before anything changes, so the address, the bar and
 * the page change together and nothing flashes.
 * @param first the requested page, as the server drew it
 */
export function PageRouter({
  first,
  site,
  children,
}: {
  first: Shown
  site: Site
  children: (shown: Shown) => ReactNode
}) {
  const [shown, setShown] = useState(first)
  const [navigation] = useState(() =>
    createNavigation(site, first, (next, { atOnce }) => {
      if (atOnce) flushSync(() => setShown(next))
      else startTransition(() => setShown(next))
    }),
  )
  const before = useRef(first)

  useEffect(() => navigation.listen(), [navigation])
  useEffect(controlScroll, [])
  useLayoutEffect(() => {
    navigation.arrived(shown)
    const { current: last } = before
    before.current = shown
    const { page, location, scroll } = shown
    // The document is the same for every id, so it lacks this page's address.
    if (last === shown && hasParams(page))
      showHead(page.meta(site), canonicalUrl(page, { origin: site.origin, pathname: location.pathname }))
    if (last === shown) return
    endFirstView()
    if (last.page.file !== page.file || last.location.pathname !== location.pathname) {
      showHead(page.meta(site), canonicalUrl(page, { origin: site.origin, pathname: location.pathname }))
    }
    if (scroll !== 'stay') restoreScroll({ key: location.key, isReturn: scroll === 'return' })
  }, [navigation, site, shown])

  return (
    <Router location={shown.location} navigator={navigation.navigator}>
      {children(shown)}
    </Router>
  )
}
