import { useSyncExternalStore } from 'react'

/** True once the page is scrolled by more than this many pixels. */
export function useScrolled(px: number): boolean {
  return useSyncExternalStore(
    onScroll,
    () => scrollY > px,
    () => false,
  )
}

function onScroll(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true })
  return () => removeEventListener('scroll', listener)
}
