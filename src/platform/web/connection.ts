import { useSyncExternalStore } from 'react'

/** True while the browser can reach the server; true on the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => online,
    () => true,
  )
}

/** Checks the connection now; called on the browser's own events and by "Retry Connection". */
export async function checkConnection(): Promise<boolean> {
  checks += 1
  const current = checks
  const reached = await heartbeat()
  // Only the newest check counts: an older one may have waited for a network that is gone.
  if (current !== checks) return online
  if (reached !== online) {
    online = reached
    for (const listener of listeners) listener()
  }
  clearTimeout(next)
  if (!online) next = setTimeout(() => void checkConnection(), RETRY_MS)
  return online
}

const HEARTBEAT = '/healthz'
const HEARTBEAT_MS = 4_000
const RETRY_MS = 5_000

let online = true
let checks = 0
let next: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/**
 * `navigator.onLine` is unreliable in both directions, so its events only trigger a check. Any response, even an error,
 * means that the network is there.
 */
async function heartbeat(): Promise<boolean> {
  try {
    await fetch(HEARTBEAT, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(HEARTBEAT_MS) })
    return true
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return false
    throw error
  }
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('offline', ask)
    addEventListener('online', ask)
    if (!navigator.onLine) ask()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(next)
    removeEventListener('offline', ask)
    removeEventListener('online', ask)
  }
}

function ask(): void {
  void checkConnection()
}
