/** The playing video as its listeners see it; times in milliseconds of media time. */
export type PlayerClock = {
  /** Where the picture on screen belongs. */
  nowMs(): number
  /** Calls back at once, for every frame while it plays and after every seek; returns how to stop. */
  onTime(listener: (tMs: number) => void): () => void
}

/** What the editor does with its video. Works without one too, so that words can be edited while it loads. */
export type Player = PlayerClock & {
  /** Takes the video element; null when it goes. */
  attach(video: HTMLVideoElement | null): void
  play(): void
  pause(): void
  toggle(): void
  seek(tMs: number): void
  /** Goes to the first frame that shows what begins at `t0` and ends at `t1`. */
  seekInto(span: { readonly t0: number; readonly t1: number }): void
  isPlaying(): boolean
  /** Calls back when playing starts or stops; returns how to stop. */
  onPlaying(listener: () => void): () => void
}

/** The preview has at most this many frames a second. */
const PREVIEW_FPS = 30
/** The frame that ends a seek is at most this far from where it went, in seconds. */
const FRAME_MAX_S = 0.1

/** @param media the video's length, past which no seek goes, and its frame rate */
export function createPlayer({
  durMs,
  fps,
}: {
  readonly durMs: number
  readonly fps: { readonly n: number; readonly d: number }
}): Player {
  const frameMs = Math.max((1_000 * fps.d) / fps.n, 1_000 / PREVIEW_FPS)
  const timeListeners = new Set<(tMs: number) => void>()
  const playListeners = new Set<() => void>()
  let video: HTMLVideoElement | null = null
  let now = 0
  let detach = () => {}

  function emitTime(tMs: number): void {
    now = tMs
    for (const listener of timeListeners) listener(tMs)
  }

  function attach(next: HTMLVideoElement | null): void {
    detach()
    video = next
    if (next === null) return
    if (now > 0) next.currentTime = now / 1_000
    detach = follow(next, emitTime, () => {
      for (const listener of playListeners) listener()
    })
  }

  const player: Player = {
    attach,
    nowMs: () => now,
    onTime(listener) {
      timeListeners.add(listener)
      listener(now)
      return () => timeListeners.delete(listener)
    },
    play: () => void video?.play().catch(ignoreInterruption),
    pause: () => video?.pause(),
    toggle: () => (player.isPlaying() ? player.pause() : player.play()),
    seek(tMs) {
      const target = Math.max(0, Math.min(tMs, durMs))
      if (video !== null) video.currentTime = target / 1_000
      emitTime(target)
    },
    seekInto({ t0, t1 }) {
      // A frame that begins before t0 would still show what was before.
      const frame = Math.ceil(t0 / frameMs) * frameMs + 1
      player.seek(frame < t1 ? frame : t0 + 1)
    },
    isPlaying: () => video !== null && !video.paused && !video.ended,
    onPlaying(listener) {
      playListeners.add(listener)
      return () => playListeners.delete(listener)
    },
  }
  return player
}

/** Tells the time of each frame as it is shown, and whether the video plays; returns how to stop. */
function follow(video: HTMLVideoElement, onTime: (tMs: number) => void, onPlaying: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let callback = 0
  const onFrame: VideoFrameRequestCallback = (_, { mediaTime }) => {
    // A new video may show its first frame on the way to where it is to go.
    const onItsWay = video.seeking && Math.abs(mediaTime - video.currentTime) > FRAME_MAX_S
    if (!onItsWay) onTime(mediaTime * 1_000)
    callback = video.requestVideoFrameCallback(onFrame)
  }
  callback = video.requestVideoFrameCallback(onFrame)
  // Seek events are ignored: the frame that ends the seek has the exact time.
  for (const type of ['play', 'pause', 'ended'] as const) video.addEventListener(type, onPlaying, { signal })
  signal.addEventListener('abort', () => video.cancelVideoFrameCallback(callback))
  return () => stop.abort()
}

/** `play()` is refused when a pause or a new source comes first, or without a press: then it simply stays paused. */
function ignoreInterruption(error: unknown): void {
  const expected =
    error instanceof DOMException && ['AbortError', 'NotAllowedError', 'NotSupportedError'].includes(error.name)
  if (!expected) throw error
}
