/** Movement this recent counts for the speed at which a finger lets go, ms. A finger that rested longer throws nothing. */
const RECENT_MS = 100
/** Time in which the speed falls to a third, ms: that of native scrolling. */
const DECAY_MS = 325
/** Slower movement ends, px/ms. */
const LEAST_SPEED = 0.02

/** Scrolling that goes on after a finger lets go, and slows down. */
export type Momentum = {
  /** Records the position of the finger, px. */
  track(px: number): void
  /** Goes on at the speed of the finger. */
  release(): void
  /** Ends the movement and forgets the finger. */
  stop(): void
}

/** Dependencies of `createMomentum`. */
export type MomentumPorts = {
  scrollBy(px: number): void
  /** Whether the person asked for reduced motion: then nothing goes on. */
  isReduced(): boolean
  /** Default: the frames of the page. */
  readonly frames?: { request(callback: () => void): number; cancel(frame: number): void }
}

const PAGE_FRAMES: NonNullable<MomentumPorts['frames']> = {
  request: (callback) => requestAnimationFrame(callback),
  cancel: (frame) => cancelAnimationFrame(frame),
}

export function createMomentum({ scrollBy, isReduced, frames = PAGE_FRAMES }: MomentumPorts): Momentum {
  let samples: { readonly px: number; readonly atMs: number }[] = []
  let speed = 0
  let beforeMs = 0
  let frame: number | undefined

  function stop(): void {
    if (frame !== undefined) frames.cancel(frame)
    frame = undefined
    samples = []
  }

  function step(): void {
    const nowMs = performance.now()
    const decay = Math.exp((beforeMs - nowMs) / DECAY_MS)
    // The integral of the speed, so that slow frames throw as far as quick ones.
    scrollBy(speed * DECAY_MS * (1 - decay))
    speed *= decay
    beforeMs = nowMs
    frame = Math.abs(speed) < LEAST_SPEED ? undefined : frames.request(step)
  }

  return {
    track(px) {
      const atMs = performance.now()
      samples = [...samples.filter((sample) => atMs - sample.atMs <= RECENT_MS), { px, atMs }]
    },
    release() {
      const nowMs = performance.now()
      const first = samples.find(({ atMs }) => nowMs - atMs <= RECENT_MS)
      const last = samples.at(-1)
      stop()
      if (first === undefined || last === undefined || last.atMs === first.atMs || isReduced()) return
      speed = (last.px - first.px) / (last.atMs - first.atMs)
      beforeMs = nowMs
      if (Math.abs(speed) >= LEAST_SPEED) frame = frames.request(step)
    },
    stop,
  }
}
