import { useCallback, useSyncExternalStore } from 'react'

/** Lists of queries already asked for: making one costs more than reading it, and components read on every render. */
const lists = new Map<string, MediaQueryList>()

/**
 * Whether a media query holds now.
 * @param inServerHtml the answer in the server's HTML; default: false
 */
export function useMedia(query: string, { inServerHtml = false } = {}): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = listOf(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => listOf(query).matches,
    () => inServerHtml,
  )
}

function listOf(query: string): MediaQueryList {
  const known = lists.get(query)
  if (known !== undefined) return known
  const list = matchMedia(query)
  lists.set(query, list)
  return list
}
