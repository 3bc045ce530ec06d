import { type RefObject, useEffect } from 'react'
import type { Player } from '../player.ts'
import type { TimelineStore } from './timeline-store.ts'
import type { Viewport } from './viewport.ts'

/**
 * Keeps the browser's scroll position and the viewport equal, so that scrollbar, wheel and finger scroll natively while
 * the lanes stand still and draw what is visible.
 */
export function useScrollSync(
  { scroller, spacer }: { scroller: RefObject<HTMLElement | null>; spacer: RefObject<HTMLElement | null> },
  { player, timeline, onResize }: { player: Player; timeline: TimelineStore; onResize: () => void },
): void {
  useEffect(() => {
    const [outer, inner] = [scroller.current, spacer.current]
    if (outer === null || inner === null) return undefined
    // The position that the browser has or will have; it rounds fractions of a pixel.
    let expected = 0
    const apply = ({ startMs, msPerPx, durMs }: Viewport) => {
      inner.style.width = `${durMs / msPerPx}px`
      expected = startMs / msPerPx
      if (Math.abs(outer.scrollLeft - expected) >= 1) outer.scrollLeft = expected
    }
    const onScroll = () => {
      if (Math.abs(outer.scrollLeft - expected) < 1) return
      const { msPerPx } = timeline.getState().view
      expected = outer.scrollLeft
      timeline.actions.scroll(outer.scrollLeft * msPerPx, player.nowMs())
    }
    const stop = timeline.subscribe(({ view }, before) => {
      if (view !== before.view) apply(view)
    })
    const observer = new ResizeObserver(() => {
      timeline.actions.resize(outer.clientWidth)
      onResize()
    })
    observer.observe(outer)
    outer.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      stop()
      observer.disconnect()
      outer.removeEventListener('scroll', onScroll)
    }
  }, [scroller, spacer, player, timeline, onResize])
}
