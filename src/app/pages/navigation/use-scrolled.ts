import { useSyncExternalStore } from 'react'

/** How far the page is scrolled, px, as last read: reading it while the page changes lays the page out. */
let position = 0

/** True once the page is scrolled by more than this many pixels. */
export function useScrolled(px: number): boolean {
  return useSyncExternalStore(
    onScroll,
    () => position > px,
    () => false,
  )
}

function onScroll(listener: () => void): () => void {
  const read = () => {
    position = scrollY
    listener()
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  // The page may have been scrolled before. It is laid out between the callbacks of a frame and the next task.
  const frame = requestAnimationFrame(() => (timer = setTimeout(read)))
  addEventListener('scroll', read, { passive: true })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    removeEventListener('scroll', read)
  }
}
