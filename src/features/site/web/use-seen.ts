import { type RefObject, useEffect, useState } from 'react'

/** How much of an element is in the window when it counts as seen. */
const SEEN_PART = 0.5

/** True from when an element is first looked at; false in the server's HTML. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setSeen(true)
      },
      { threshold: SEEN_PART },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return seen
}
