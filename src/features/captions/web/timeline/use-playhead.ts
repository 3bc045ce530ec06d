import { useEffect } from 'react'
import type { Player } from '../playback/player.ts'
import type { TimelineStore } from './timeline-store.ts'

/** A jump of the playhead of at least this much while paused is a seek, ms; the last frame of a seek moves it less. */
const SEEK_MS = 100

/** Scrolls along with the playhead, without React. */
export function usePlayhead(player: Player, timeline: TimelineStore): void {
  useEffect(() => {
    let before = player.nowMs()
    return player.onTime((tMs) => {
      const isSeek = !player.isPlaying() && Math.abs(tMs - before) >= SEEK_MS
      before = tMs
      if (timeline.getState().drag !== null) return
      if (isSeek) timeline.actions.setFollowing(true, tMs)
      else timeline.actions.followTo(tMs)
    })
  }, [player, timeline])
}
