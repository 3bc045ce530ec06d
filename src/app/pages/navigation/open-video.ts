import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** The video of the page: its owner's name, or null for the user's own. */
type OpenVideo = { readonly ownerName: string | null }

/** Tells the bar whose video the page shows, until the component unmounts. @param ownerName undefined until known */
export function useOpenVideo(ownerName: string | null | undefined): void {
  useEffect(() => {
    if (ownerName === undefined) return
    set({ ownerName })
    return () => set(undefined)
  }, [ownerName])
}

/**
 * Whose plan and credits the page uses: `own` for the user's, an owner's name on a video of somebody else, undefined
 * until a video has loaded.
 */
export function useWhosePlan(): 'own' | { readonly ownerName: string } | undefined {
  const { pathname } = useLocation()
  const video = useSyncExternalStore(
    subscribe,
    () => open,
    () => undefined,
  )
  if (!pathname.startsWith('/projects/')) return 'own'
  if (video === undefined) return undefined
  return video.ownerName === null ? 'own' : { ownerName: video.ownerName }
}

let open: OpenVideo | undefined
const listeners = new Set<() => void>()

function set(next: OpenVideo | undefined): void {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
