import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Milliseconds to draw the page before scrolling to the address's `#id` (spec §9). */
const HASH_SCROLL_MS = 100

/** Scrolls to the element the address names; without one, the router scrolls each new page to its top. */
export function HashScroll() {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash.length < 2) return
    const timer = setTimeout(() => document.getElementById(idIn(hash))?.scrollIntoView(), HASH_SCROLL_MS)
    return () => clearTimeout(timer)
  }, [hash, key])
  return null
}

/** The id that the address names; a malformed escape stays as it is. */
function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch (error) {
    if (error instanceof URIError) return hash.slice(1)
    throw error
  }
}
