import { type RefObject, useEffect, useState } from 'react'

/** Reduces the root to the middle line of the window, which an element of any height crosses. */
const MIDDLE = '-50% 0px'

/** True once an element has reached the middle of the window; false in the server's HTML. */
export function useInView(element: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setSeen(true)
      },
      { rootMargin: MIDDLE },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return seen
}
