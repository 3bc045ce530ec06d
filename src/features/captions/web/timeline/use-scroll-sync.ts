import { type RefObject, useEffect } from 'react'
import type { Player } from '../playback/player.ts'
import { createWhenStill } from '../playback/when-still.ts'
import type { TimelineStore } from './timeline-store.ts'
import type { Viewport } from './viewport.ts'

/**
 * Keeps the browser's scroll position and the viewport equal. On a phone the lanes stand still inside the scroller, and
 * a finger scrolls natively. Elsewhere the scroller is only the scrollbar below the lanes, and follows them a moment
 * later: each native scroll costs a hit test and a new list of layers, more than drawing the lanes. A zoom changes its
 * size, which lays out the page too: it is followed once it rests.
 */
export function useScrollSync(
  { scroller, spacer }: { scroller: RefObject<HTMLElement | null>; spacer: RefObject<HTMLElement | null> },
  o: { player: Player; timeline: TimelineStore; isNative: boolean; onResize: () => void },
): void {
  const { player, timeline, isNative, onResize } = o
  useEffect(() => {
    const [outer, inner] = [scroller.current, spacer.current]
    if (outer === null || inner === null) return undefined
    // The position that the browser has or will have; it rounds fractions of a pixel.
    let expected = 0
    let isScrolling = false
    const apply = ({ startMs, msPerPx, durMs }: Viewport) => {
      behind.stop()
      inner.style.width = `${durMs / msPerPx}px`
      expected = startMs / msPerPx
      if (Math.abs(outer.scrollLeft - expected) >= 1) outer.scrollLeft = expected
    }
    const behind = createWhenStill(() => apply(timeline.getState().view))
    const onScroll = () => {
      if (behind.isWaiting() || Math.abs(outer.scrollLeft - expected) < 1) return
      const { msPerPx } = timeline.getState().view
      expected = outer.scrollLeft
      isScrolling = true
      timeline.actions.scroll(expected * msPerPx, player.nowMs())
      isScrolling = false
    }
    const stop = timeline.subscribe(({ view }, before) => {
      // The scrollbar is where the person has dragged it.
      if (view === before.view || isScrolling) return
      if (isNative) apply(view)
      else behind.moved(view.msPerPx !== before.view.msPerPx)
    })
    const observer = new ResizeObserver(() => {
      timeline.actions.resize(outer.clientWidth, player.nowMs())
      apply(timeline.getState().view)
      onResize()
    })
    observer.observe(outer)
    outer.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      stop()
      behind.stop()
      observer.disconnect()
      outer.removeEventListener('scroll', onScroll)
    }
  }, [scroller, spacer, player, timeline, isNative, onResize])
}
