import { type RefObject, useEffect, useState } from 'react'

/** The middle line of the window, which an element in view crosses at any height. */
const MIDDLE = '-50% 0px'

/** True from when an element first reaches the middle of the window; false in the server's HTML. */
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
