/** Plays short pieces of sound of a paused video, one after another. */
export type Scrubber = {
  /** Plays the sound at a time, ms. While a piece plays, only the last further request counts. */
  scrub(video: HTMLVideoElement, tMs: number): void
  /** Ends the piece and returns to its start. */
  stop(): void
  /** True while a piece plays. */
  isActive(): boolean
}

/** Length of a piece of sound, ms. */
const PIECE_MS = 120

/** Creates the scrubber of one player. */
export function createScrubber(): Scrubber {
  let piece: { readonly video: HTMLVideoElement; readonly tMs: number } | null = null
  let next: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function start(video: HTMLVideoElement, tMs: number): void {
    const started = { video, tMs }
    piece = started
    next = null
    video.currentTime = tMs / 1_000
    void playVideo(video).then((isPlaying) => {
      // A stop or a new piece may come before the sound.
      if (piece === started) timer = setTimeout(end, isPlaying ? PIECE_MS : 0)
    })
  }

  function end(): void {
    if (piece !== null && next !== null) start(piece.video, next)
    else stop()
  }

  function stop(): void {
    clearTimeout(timer)
    if (piece === null) return
    const { video, tMs } = piece
    piece = null
    next = null
    video.pause()
    video.currentTime = tMs / 1_000
  }

  return {
    scrub(video, tMs) {
      if (piece === null) start(video, tMs)
      else next = tMs
    },
    stop,
    isActive: () => piece !== null,
  }
}

/**
 * Starts a video. A pause, a new source, or a browser that waits for a gesture leaves it paused.
 * @returns whether it plays
 */
export async function playVideo(video: HTMLVideoElement): Promise<boolean> {
  try {
    await video.play()
    return true
  } catch (error) {
    const isExpected =
      error instanceof DOMException && ['AbortError', 'NotAllowedError', 'NotSupportedError'].includes(error.name)
    if (!isExpected) throw error
    return false
  }
}
