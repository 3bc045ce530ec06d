import type { Player } from './player.ts'
import { createWhenStill } from './when-still.ts'

/** Without a new piece of sound for this long, a drag rests, ms: pieces follow each other faster. */
const REST_MS = 250

/**
 * Calls back with the time of the playhead, at once and at each frame. What a drag moves is drawn first: while it plays
 * pieces of sound, its time is at the pointer, and others follow once it rests, or each second.
 * @returns unsubscribes
 */
export function followTime(player: Player, show: (tMs: number) => void): () => void {
  const rest = createWhenStill(() => show(player.nowMs()), REST_MS)
  const stop = player.onTime((tMs) => {
    if (player.isScrubbing()) return rest.moved()
    rest.stop()
    show(tMs)
  })
  return () => {
    rest.stop()
    stop()
  }
}
