import type { Gestures } from './gestures.ts'
import type { PointerAt } from './grip-at.ts'
import type { Momentum } from './momentum.ts'
import type { TimelineStore } from '../timeline-store.ts'

/** How long a finger rests on a word to pick it, ms. */
const LONG_PRESS_MS = 350
/** Movement after which a finger scrolls and no longer picks, px. */
export const REST_PX = 8
/** Fingers nearer to each other than this zoom as if they were this far apart, px. */
const LEAST_SPREAD_PX = 10

type Finger = { readonly startPx: number; readonly px: number }

/** The fingers on the timeline: one scrolls natively, taps, or picks after a long press; two zoom. */
export type Touch = {
  press(pointerId: number, at: PointerAt): void
  move(pointerId: number, px: number): void
  /** @param isLifted false when the browser takes the finger away to scroll */
  release(pointerId: number, at: PointerAt, isLifted: boolean): void
  dispose(): void
}

/** Dependencies of the fingers. */
export type TouchOptions = {
  readonly gestures: Gestures
  readonly timeline: TimelineStore
  /** False if a finger scrolls through `timeline`, and `momentum` goes on after it. */
  readonly scrollsNatively: boolean
  readonly momentum: Momentum
  nowMs(): number
}

/** Handles the fingers on one timeline. */
export function createTouch({ gestures, timeline, scrollsNatively, momentum, nowMs }: TouchOptions): Touch {
  const fingers = new Map<number, Finger>()
  let longPress: ReturnType<typeof setTimeout> | undefined
  const positions = () => [...fingers.values()].map(({ px }) => px)

  return {
    press(pointerId, at) {
      fingers.set(pointerId, { startPx: at.px, px: at.px })
      clearTimeout(longPress)
      momentum.stop()
      if (fingers.size > 1) return gestures.cancel()
      longPress = setTimeout(() => {
        gestures.pressAt(at, pointerId, true)
        if (gestures.isDragging()) navigator.vibrate?.(10)
      }, LONG_PRESS_MS)
    },
    move(pointerId, px) {
      const finger = fingers.get(pointerId)
      if (finger === undefined) return
      const before = positions()
      fingers.set(pointerId, { ...finger, px })
      if (Math.abs(px - finger.startPx) > REST_PX) clearTimeout(longPress)
      if (fingers.size === 2) return pinch(timeline, before, positions())
      if (scrollsNatively || gestures.isDragging() || Math.abs(px - finger.startPx) <= REST_PX) return
      const { view } = timeline.getState()
      momentum.track(px)
      timeline.actions.scroll(view.startMs - (px - finger.px) * view.msPerPx, nowMs())
    },
    release(pointerId, at, isLifted) {
      const finger = fingers.get(pointerId)
      fingers.delete(pointerId)
      clearTimeout(longPress)
      const hasRested = finger !== undefined && Math.abs(at.px - finger.startPx) <= REST_PX
      if (isLifted && fingers.size === 0) momentum.release()
      else momentum.stop()
      // After a movement it was a scroll; a picked word is dropped instead.
      if (!isLifted || !hasRested || fingers.size > 0 || gestures.isDragging()) return
      gestures.pressAt(at, pointerId)
      gestures.release(pointerId)
    },
    dispose() {
      clearTimeout(longPress)
      momentum.stop()
    },
  }
}

function pinch(timeline: TimelineStore, [a = 0, b = 0]: readonly number[], [c = 0, d = 0]: readonly number[]): void {
  const spread = (one: number, other: number) => Math.max(LEAST_SPREAD_PX, Math.abs(one - other))
  timeline.actions.zoom(spread(c, d) / spread(a, b), (c + d) / 2)
}
