import { type RefObject, useEffect } from 'react'

/** Space between the selected row and the edge of the list, px. */
const MARGIN_PX = 8

/**
 * Keeps the row of the selected word in view when the list becomes shorter: a lower window would cut it off.
 * @param list the element whose scrolling ancestor is marked `data-scrolls`
 * @param focus the word that a selection was extended to last; null without one
 */
export function useSelectionInView(list: RefObject<HTMLElement | null>, focus: string | null): void {
  useEffect(() => {
    const scroller = list.current?.closest<HTMLElement>('[data-scrolls]') ?? null
    if (scroller === null || focus === null) return
    let height = scroller.clientHeight
    const observer = new ResizeObserver(() => {
      const before = height
      height = scroller.clientHeight
      const row = list.current?.querySelector(`[data-word="${CSS.escape(focus)}"]`)?.closest('[data-cue]')
      if (height >= before || !row) return
      const top = row.getBoundingClientRect().top - scroller.getBoundingClientRect().top - scroller.clientTop
      const bottom = top + row.getBoundingClientRect().height
      const wasInView = top >= 0 && top < before
      if (wasInView && bottom > height) scroller.scrollTop += Math.min(top, bottom - height + MARGIN_PX)
    })
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [list, focus])
}
