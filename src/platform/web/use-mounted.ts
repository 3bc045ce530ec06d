import { useSyncExternalStore } from 'react'

/**
 * False in the server's HTML and in the first render that must equal it, true after. Pages are cached and
 * the same for everybody: what depends on the user, the address's query or the clock waits for this.
 */
export function useMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const never = () => () => {}
