import { type IdleTime, whenIdle } from '#platform/web/idle.ts'
import type { Scene } from '../../model/index.ts'

/** Maximum work at once, ms, so that a key press never waits longer. */
const SLICE_MS = 4
/** Pause before captions off screen are laid out, ms; longer than between two steps of a slider. */
const REST_MS = 400

/**
 * Lays out the captions of a scene after a pause and while the page is idle, those around the playhead first.
 * @returns stops the work
 */
export function layOutWhenIdle(scene: Scene, playheadMs: number): () => void {
  const rest = scene.layOutFrom(playheadMs)
  let cancel = () => clearTimeout(resting)
  const resting = setTimeout(() => (cancel = whenIdle(layOutSome)), REST_MS)
  function layOutSome(time: IdleTime): void {
    const end = performance.now() + Math.min(SLICE_MS, time.timeRemaining())
    do if (rest.next().done === true) return
    while (performance.now() < end)
    cancel = whenIdle(layOutSome)
  }
  return () => cancel()
}
