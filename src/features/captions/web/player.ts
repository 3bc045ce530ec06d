/** The clock of the video; times in ms of media time. */
export type PlayerClock = {
  /** The time of the visible frame. */
  nowMs(): number
  /** Calls back at once, for every frame during playback and after every seek. @returns unsubscribes */
  onTime(listener: (tMs: number) => void): () => void
}

/** Controls the editor's video. Also works without one, so that words can be edited while it loads. */
export type Player = PlayerClock & {
  /** Sets the video element; null removes it. */
  attach(video: HTMLVideoElement | null): void
  play(): void
  pause(): void
  toggle(): void
  seek(tMs: number): void
  /** Seeks to the first frame inside a span. */
  seekInto(span: { readonly t0: number; readonly t1: number }): void
  isPlaying(): boolean
  /** Calls back when playback starts or stops. @returns unsubscribes */
  onPlaying(listener: () => void): () => void
}

/** Maximum frame rate of the preview. */
const PREVIEW_FPS = 30
/** Maximum distance between a seek's target and its final frame, s. */
const FRAME_MAX_S = 0.1

/** @param media the video's duration, which limits seeks, and its frame rate */
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
      // A frame that starts before t0 still shows the content before it.
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

/** Reports the time of each shown frame and the playback state. @returns unsubscribes */
function follow(video: HTMLVideoElement, onTime: (tMs: number) => void, onPlaying: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let callback = 0
  const onFrame: VideoFrameRequestCallback = (_, { mediaTime }) => {
    // A new video may show its first frame before it has reached the seek target.
    const onItsWay = video.seeking && Math.abs(mediaTime - video.currentTime) > FRAME_MAX_S
    if (!onItsWay) onTime(mediaTime * 1_000)
    callback = video.requestVideoFrameCallback(onFrame)
  }
  callback = video.requestVideoFrameCallback(onFrame)
  // Ignore seek events: the final frame of a seek has the exact time.
  for (const type of ['play', 'pause', 'ended'] as const) video.addEventListener(type, onPlaying, { signal })
  signal.addEventListener('abort', () => video.cancelVideoFrameCallback(callback))
  return () => stop.abort()
}

/** Ignores that `play()` is rejected after a pause, a new source, or without a user gesture: the video stays paused. */
function ignoreInterruption(error: unknown): void {
  const expected =
    error instanceof DOMException && ['AbortError', 'NotAllowedError', 'NotSupportedError'].includes(error.name)
  if (!expected) throw error
}
