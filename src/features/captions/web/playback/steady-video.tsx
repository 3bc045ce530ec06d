import { useEffect, useState } from 'react'
import type { Player } from './player.ts'
import { usePlaying } from './use-playing.ts'

/** Largest difference between the shown frame and the same frame of another source, ms. */
const SAME_FRAME_MS = 50

/** Props of {@link SteadyVideo}. */
type SteadyVideoProps = {
  player: Player
  /** Changes once, from the creator's own file to the server's preview. */
  source: string
  poster: string | null
  /** Receives the element that is shown. */
  hold: (video: HTMLVideoElement | null) => void
}

/**
 * The editor's video. A new source loads behind the old one and replaces it while playback is paused, at the same frame:
 * the time and the state of playback stay, and nothing flashes.
 */
export function SteadyVideo({ player, source, poster, hold }: SteadyVideoProps) {
  const [shown, setShown] = useState(source)
  const [next, setNext] = useState<HTMLVideoElement | null>(null)
  const playing = usePlaying(player)

  useEffect(() => {
    if (next === null || playing) return
    return replaceWhenSame(next, player, () => setShown(source))
  }, [next, playing, player, source])

  return [...new Set([shown, source])].map((each) => (
    <video
      key={each}
      ref={each === shown ? hold : setNext}
      src={each}
      poster={each === shown ? (poster ?? undefined) : undefined}
      playsInline
      preload="auto"
      aria-hidden={each !== shown || undefined}
      className={`absolute inset-0 size-full ${each === shown ? '' : 'invisible'}`}
    />
  ))
}

/** Seeks a video to the player's time, again after every seek of the player. @returns stops */
function replaceWhenSame(video: HTMLVideoElement, player: Player, onSame: () => void): () => void {
  const stop = new AbortController()
  const follow = () => {
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.seeking) return
    if (Math.abs(video.currentTime * 1_000 - player.nowMs()) <= SAME_FRAME_MS) onSame()
    else video.currentTime = player.nowMs() / 1_000
  }
  for (const type of ['loadeddata', 'seeked']) video.addEventListener(type, follow, { signal: stop.signal })
  const unsubscribe = player.onTime(follow)
  return () => {
    stop.abort()
    unsubscribe()
  }
}
