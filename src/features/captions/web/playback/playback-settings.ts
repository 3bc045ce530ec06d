import type { Span } from '../../model/index.ts'

/** How the video plays. The same object until something changes. */
export type PlaybackSettings = {
  /** The chosen speed, 0.25 to 2. */
  readonly rate: number
  /** The speed now, higher than `rate` after `faster`. */
  readonly speed: number
  /** The span that repeats, ms; null for none. */
  readonly loop: Span | null
}

/** The speeds to choose from. */
export const RATES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2] as const
const [SLOWEST] = RATES
const FASTEST = 2

/** The settings of a player, and changes of them. */
export type PlaybackControls = {
  settings(): PlaybackSettings
  setRate(rate: number): void
  /** Doubles the speed, up to twice the normal one, until the next pause. */
  faster(): void
  /** Halves a doubled speed. @returns false if it was not doubled */
  slower(): boolean
  loop(span: Span | null): void
  /** Calls back when a setting changes. @returns unsubscribes */
  onSettings(listener: () => void): () => void
}

/** @param apply receives each new speed */
export function createPlaybackControls(apply: (speed: number) => void): PlaybackControls & { resetSpeed(): void } {
  const listeners = new Set<() => void>()
  let settings: PlaybackSettings = { rate: 1, speed: 1, loop: null }

  function change(next: Partial<PlaybackSettings>): void {
    const { rate, speed, loop } = { ...settings, ...next }
    if (rate === settings.rate && speed === settings.speed && loop === settings.loop) return
    settings = { rate, speed, loop }
    apply(speed)
    for (const listener of listeners) listener()
  }

  return {
    settings: () => settings,
    setRate(wanted) {
      const rate = Math.min(Math.max(wanted, SLOWEST), FASTEST)
      change({ rate, speed: rate })
    },
    faster: () => change({ speed: Math.min(settings.speed * 2, FASTEST) }),
    slower() {
      if (settings.speed <= settings.rate) return false
      change({ speed: Math.max(settings.speed / 2, settings.rate) })
      return true
    },
    resetSpeed: () => change({ speed: settings.rate }),
    loop: (span) => change({ loop: span }),
    onSettings(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const STORED_AS = 'wordpop-playback-rate'

/** The speed chosen last in this browser; 1 if none was, or if storage is blocked. */
export function storedRate(): number {
  try {
    const rate = Number(localStorage.getItem(STORED_AS))
    return RATES.find((each) => each === rate) ?? 1
  } catch (error) {
    // Storage is blocked.
    if (error instanceof DOMException) return 1
    throw error
  }
}

/** Chooses a speed for this player and for the next visit. */
export function chooseRate(player: Pick<PlaybackControls, 'setRate'>, rate: number): void {
  player.setRate(rate)
  try {
    localStorage.setItem(STORED_AS, String(rate))
  } catch (error) {
    // Storage is full or blocked: the choice lasts until the page closes.
    if (!(error instanceof DOMException)) throw error
  }
}
