import { type RefObject, useEffect } from 'react'
import type { Player } from '../player.ts'
import type { TimelineStore } from './timeline-store.ts'
import { pxAt } from './viewport.ts'

/** A jump of the playhead of at least this much while paused is a seek, ms; the last frame of a seek moves it less. */
const SEEK_MS = 100

/** Moves the playhead with the video, without React and without drawing, and scrolls along. */
export function usePlayhead(head: RefObject<HTMLElement | null>, player: Player, timeline: TimelineStore): void {
  useEffect(() => {
    let before = player.nowMs()
    const place = () => {
      const { view } = timeline.getState()
      const px = pxAt(view, player.nowMs())
      const { current } = head
      if (current === null) return
      const isVisible = px >= -1 && px <= view.widthPx + 1
      current.hidden = !isVisible
      // Moving it where nobody sees it would still cost a new list of layers in every frame.
      if (isVisible) current.style.transform = `translateX(${px}px)`
    }
    const stops = [
      player.onTime((tMs) => {
        const isSeek = !player.isPlaying() && Math.abs(tMs - before) >= SEEK_MS
        before = tMs
        if (timeline.getState().drag === null) {
          if (isSeek) timeline.actions.setFollowing(true, tMs)
          else timeline.actions.followTo(tMs)
        }
        place()
      }),
      timeline.subscribe(({ view }, earlier) => {
        if (view !== earlier.view) place()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [head, player, timeline])
}
