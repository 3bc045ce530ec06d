import { useSyncExternalStore } from 'react'

/** True while a navigation is in progress. */
export function useIsNavigating(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => changing > 0,
    () => false,
  )
}

/** Resolves when no navigation is in progress: the requested page is on screen, or failed to load. */
export async function navigationSettled(): Promise<void> {
  while (changing > 0) await new Promise<void>((resolve) => (resting = [...resting, resolve]))
}

/** Starts a navigation; the router calls the returned function when it has ended. */
export function beginNavigation(): () => void {
  set(changing + 1)
  let ended = false
  return () => {
    if (ended) return
    ended = true
    set(changing - 1)
  }
}

let changing = 0
let resting: readonly (() => void)[] = []
const listeners = new Set<() => void>()

function set(now: number): void {
  changing = now
  for (const listener of listeners) listener()
  if (changing > 0) return
  const waiting = resting
  resting = []
  for (const resolve of waiting) resolve()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
