import { createPlaybackControls, type PlaybackControls } from './playback-settings.ts'
import { createScrubber, playVideo } from './scrubber.ts'

/** The clock of the video; times in ms of media time. */
export type PlayerClock = {
  /** The time of the visible frame. */
  nowMs(): number
  /** Calls back at once, for every frame during playback and after every seek. @returns unsubscribes */
  onTime(listener: (tMs: number) => void): () => void
}

/** Controls the editor's video. Also works without one, so that words can be edited while it loads. */
export type Player = PlayerClock &
  PlaybackControls & {
    /** Sets duration and frame rate again, once they are measured. */
    measure(media: Media): void
    /** Sets the video element; null removes it. */
    attach(video: HTMLVideoElement | null): void
    play(): void
    pause(): void
    toggle(): void
    seek(tMs: number): void
    /** The clock by which captions are drawn: that of the video, except at rest. */
    readonly drawing: PlayerClock
    /**
     * Draws the captions of another time than the paused video's, until a seek or playback.
     * @param timeMs asked whenever captions are drawn, since an edit may move that time
     */
    rest(timeMs: () => number): void
    /** Seeks to the first frame inside a span. */
    seekInto(span: { readonly t0: number; readonly t1: number }): void
    /** Seeks, and plays a short piece of sound there; does nothing during playback. */
    scrub(tMs: number): void
    /** Whether the playhead moved last by scrubbing, as while something is dragged. */
    isScrubbing(): boolean
    isPlaying(): boolean
    /** Calls back when playback starts or stops. @returns unsubscribes */
    onPlaying(listener: () => void): () => void
  }

/** Maximum frame rate of the preview. */
const PREVIEW_FPS = 30
/** Maximum distance between a seek's target and its final frame, s. */
const FRAME_MAX_S = 0.1

const PLAY_EVENTS = ['play', 'pause', 'ended'] as const
type PlayEvent = (typeof PLAY_EVENTS)[number]

type Media = { readonly durMs: number; readonly fps: { readonly n: number; readonly d: number } }

/** @param media the video's duration, which limits seeks, and its frame rate */
export function createPlayer(media: Media): Player {
  return new VideoPlayer(media)
}

/** Its methods are fields, so that they can be passed on without the player. */
class VideoPlayer implements Player {
  #durMs = 0
  #frameMs = 0
  readonly #timeListeners = new Set<(tMs: number) => void>()
  readonly #playListeners = new Set<() => void>()
  readonly #scrubber = createScrubber()
  readonly #controls = createPlaybackControls((speed) => this.#video && setSpeed(this.#video, speed))
  #video: HTMLVideoElement | null = null
  #now = 0
  #isScrubbing = false
  /** The time of the drawn captions at rest. */
  #rest: (() => number) | null = null
  readonly #drawListeners = new Set<(tMs: number) => void>()
  #detach = () => {}

  readonly settings = this.#controls.settings
  readonly setRate = this.#controls.setRate
  readonly faster = this.#controls.faster
  readonly slower = this.#controls.slower
  readonly loop = this.#controls.loop
  readonly onSettings = this.#controls.onSettings

  constructor(media: Media) {
    this.measure(media)
  }

  readonly measure = ({ durMs, fps }: Media) => {
    this.#durMs = durMs
    this.#frameMs = Math.max((1_000 * fps.d) / fps.n, 1_000 / PREVIEW_FPS)
  }

  readonly attach = (video: HTMLVideoElement | null) => {
    this.#scrubber.stop()
    this.#detach()
    this.#video = video
    if (video === null) return
    if (this.#now > 0) video.currentTime = this.#now / 1_000
    setSpeed(video, this.settings().speed)
    this.#detach = follow(video, this.#receiveFrame, this.#receiveState)
  }

  readonly nowMs = () => this.#now

  readonly onTime = (listener: (tMs: number) => void) => {
    this.#timeListeners.add(listener)
    listener(this.#now)
    return () => this.#timeListeners.delete(listener)
  }

  readonly play = () => {
    this.#scrubber.stop()
    if (this.#video !== null) void playVideo(this.#video)
  }

  readonly pause = () => {
    this.#scrubber.stop()
    this.#video?.pause()
  }

  readonly toggle = () => (this.isPlaying() ? this.pause() : this.play())

  readonly drawing: PlayerClock = {
    nowMs: () => (this.#rest === null ? this.#now : this.#clamp(this.#rest())),
    onTime: (listener) => {
      this.#drawListeners.add(listener)
      listener(this.drawing.nowMs())
      return () => this.#drawListeners.delete(listener)
    },
  }

  readonly rest = (timeMs: () => number) => {
    if (this.isPlaying()) return
    this.#rest = timeMs
    this.#emitDrawing()
  }

  readonly seek = (tMs: number) => {
    this.#scrubber.stop()
    this.#rest = null
    this.#isScrubbing = false
    const target = this.#clamp(tMs)
    if (this.#video !== null) this.#video.currentTime = target / 1_000
    this.#emitTime(target)
  }

  readonly seekInto = ({ t0, t1 }: { t0: number; t1: number }) => {
    // A frame that starts before t0 still shows the content before it.
    const frame = Math.ceil(t0 / this.#frameMs) * this.#frameMs + 1
    this.seek(frame < t1 ? frame : t0 + 1)
  }

  readonly scrub = (tMs: number) => {
    if (this.isPlaying()) return
    this.#rest = null
    this.#isScrubbing = true
    const target = this.#clamp(tMs)
    this.#emitTime(target)
    if (this.#video !== null) this.#scrubber.scrub(this.#video, target)
  }

  readonly isScrubbing = () => this.#isScrubbing

  readonly isPlaying = () => {
    const video = this.#video
    return video !== null && !this.#scrubber.isActive() && !video.paused && !video.ended
  }

  readonly onPlaying = (listener: () => void) => {
    this.#playListeners.add(listener)
    return () => this.#playListeners.delete(listener)
  }

  readonly #receiveFrame = (tMs: number) => {
    // Scrubbing shows its target, not the frames of the piece.
    if (this.#scrubber.isActive()) return
    this.#isScrubbing = false
    if (this.isPlaying()) this.#rest = null
    const { loop } = this.settings()
    // A seek beyond the end of the loop leaves it.
    const isOver = loop !== null && this.isPlaying() && this.#now < loop.t1 && tMs >= loop.t1
    if (isOver) this.seekInto(loop)
    else this.#emitTime(tMs)
  }

  readonly #receiveState = (type: PlayEvent) => {
    const { loop } = this.settings()
    if (type === 'ended' && loop !== null && this.#now < loop.t1) {
      this.seekInto(loop)
      this.play()
    } else if (type !== 'play') this.#controls.resetSpeed()
    for (const listener of this.#playListeners) listener()
  }

  #clamp(tMs: number): number {
    return Math.max(0, Math.min(tMs, this.#durMs))
  }

  #emitTime(tMs: number): void {
    this.#now = tMs
    // First: drawing a text lays out the page, and what follows the time changes it.
    this.#emitDrawing()
    for (const listener of this.#timeListeners) listener(tMs)
  }

  #emitDrawing(): void {
    for (const listener of this.#drawListeners) listener(this.drawing.nowMs())
  }
}

/** Sets the speed now and after a new source; voices keep their pitch. */
function setSpeed(video: HTMLVideoElement, speed: number): void {
  video.preservesPitch = true
  video.defaultPlaybackRate = speed
  video.playbackRate = speed
}

/** Reports the time of each shown frame and the playback state. @returns unsubscribes */
function follow(
  video: HTMLVideoElement,
  onTime: (tMs: number) => void,
  onState: (type: PlayEvent) => void,
): () => void {
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
  for (const type of PLAY_EVENTS) video.addEventListener(type, () => onState(type), { signal })
  signal.addEventListener('abort', () => video.cancelVideoFrameCallback(callback))
  return () => stop.abort()
}
