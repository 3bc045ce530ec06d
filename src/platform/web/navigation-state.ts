import { useSyncExternalStore } from 'react'

/** True while another page is on its way to the screen. */
export function useIsNavigating(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => changing > 0,
    () => false,
  )
}

/** Comes back once no other page is on its way any more: what was asked for is on the screen, or could not be had. */
export async function navigationSettled(): Promise<void> {
  while (changing > 0) await new Promise<void>((resolve) => (resting = [...resting, resolve]))
}

/** Told by the router: a page is on its way until the function that comes back is called. */
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
