import { startTransition, useEffect, useState } from 'react'

/**
 * False in the server's HTML and in the first render that must equal it, true after. Pages are cached and
 * the same for everybody: what depends on the user, the address's query or the clock waits for this.
 */
export function useMounted(): boolean {
  const [mounted, setMounted] = useState(isAlive)
  // A transition is drawn in small steps of its own; a store that differs would be drawn at once, in the task that
  // brings the page to life.
  useEffect(() => startTransition(() => setMounted(true)), [])
  return mounted
}

/** To be said before the server's document is taken over: until {@link endHydration} what appears has to equal it. */
export function beginHydration(): void {
  hydrating = true
}

/** To be said once the page is taken over: what appears from here on is mounted at once. */
export function endHydration(): void {
  hydrating = false
}

/** On the server always; in a browser only while a document from the server is taken over. */
let hydrating = typeof document === 'undefined'

function isAlive(): boolean {
  return !hydrating
}
