import type { Span } from '../../../model/index.ts'
import type { Player } from '../../playback/player.ts'

/** Plays a part of the video and pauses at its end, unless the person pauses or seeks before. */
export function playSpan(player: Player, { t0, t1 }: Span): void {
  player.seek(t0)
  player.play()
  const stops: (() => void)[] = []
  const stop = () => {
    for (const each of stops) each()
  }
  let isAtStart = true
  stops.push(
    player.onTime((tMs) => {
      if (tMs >= t1) {
        stop()
        player.pause()
      } else if (tMs < t0 && !isAtStart) stop()
    }),
    player.onPlaying(() => {
      if (!player.isPlaying()) stop()
    }),
  )
  isAtStart = false
}
