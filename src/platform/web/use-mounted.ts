import { startTransition, useEffect, useState } from 'react'

/**
 * False in the server's HTML and in the first render, which must equal it; true afterwards. Pages are cached and the
 * same for everybody, so anything that depends on the user, the query string or the clock waits for this.
 * @param o.isUrgent what the page is for waits for it; default false
 */
export function useMounted({ isUrgent = false }: { readonly isUrgent?: boolean } = {}): boolean {
  const [mounted, setMounted] = useState(isAlive)
  // A transition renders in steps of 5 ms. An external store that differs would render synchronously, in the task that
  // hydrates the page.
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the first render must equal the server's HTML
    if (isUrgent) setMounted(true)
    else startTransition(() => setMounted(true))
  }, [isUrgent])
  return mounted
}

/** Call before hydrating: until {@link endHydration}, components must match the server's HTML. */
export function beginHydration(): void {
  hydrating = true
}

/** Call after hydrating: new components are mounted at once. */
export function endHydration(): void {
  hydrating = false
}

/** Always true on the server; in a browser only during hydration. */
let hydrating = typeof document === 'undefined'

function isAlive(): boolean {
  return !hydrating
}
