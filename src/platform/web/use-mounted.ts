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

/** From here on the browser draws pages that no server drew before: what appears is mounted at once. */
export function endHydration(): void {
  hydrating = false
}

/** Nothing is taken over where no document came from the server. */
export function beginHydration(): void {
  hydrating = true
}

let hydrating = typeof document === 'undefined'

function isAlive(): boolean {
  return !hydrating
}
