import { type IdleTime, whenIdle } from '#platform/web/idle.ts'
import type { Scene } from '../../model/index.ts'

/** Maximum work at once, ms, so that a key press never waits longer. */
const SLICE_MS = 4
/** Pause before captions off screen are laid out, ms; longer than between two steps of a slider. */
const REST_MS = 400
/** What the page answers at once, without work in between that would make its frames late. */
const INPUTS = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

/**
 * Lays out the captions of a scene while the page is idle and nobody acts, those around the playhead first.
 * @returns stops the work
 */
export function layOutWhenIdle(scene: Pick<Scene, 'layOutFrom'>, playheadMs: number): () => void {
  const rest = scene.layOutFrom(playheadMs)
  const working = new AbortController()
  let cancel = () => {}
  let lastInputMs = 0
  let isResting = false

  // Only notes the time while a timer runs: a new timer for each move of a pointer would make its frame longer.
  function layOutAfterPause(): void {
    lastInputMs = performance.now()
    if (isResting) return
    cancel()
    waitForRest(REST_MS)
  }

  function waitForRest(restMs: number): void {
    isResting = true
    const resting = setTimeout(() => {
      const leftMs = lastInputMs + REST_MS - performance.now()
      if (leftMs > 0) return waitForRest(leftMs)
      isResting = false
      cancel = whenIdle(layOutSome)
    }, restMs)
    cancel = () => clearTimeout(resting)
  }

  function layOutSome(time: IdleTime): void {
    const end = performance.now() + Math.min(SLICE_MS, time.timeRemaining())
    do if (rest.next().done === true) return working.abort()
    while (performance.now() < end)
    cancel = whenIdle(layOutSome)
  }

  const options = { capture: true, passive: true, signal: working.signal }
  for (const input of INPUTS) addEventListener(input, layOutAfterPause, options)
  layOutAfterPause()
  return () => {
    cancel()
    working.abort()
  }
}
