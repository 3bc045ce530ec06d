import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Milliseconds the page gets to draw before it scrolls to the address's `#id` (spec §9). */
const HASH_SCROLL_MS = 100

/** Scrolls to the element the address names; without one, the router scrolls each new page to its top. */
export function HashScroll() {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash.length < 2) return
    const timer = setTimeout(
      () => document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView(),
      HASH_SCROLL_MS,
    )
    return () => clearTimeout(timer)
  }, [hash, key])
  return null
}
