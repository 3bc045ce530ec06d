import { whenIdle } from '#platform/web/idle.ts'

/** Draws at a time, in ms since the page was loaded. */
type Draw = (now: number) => void

/** Time between two frames, ms: most exports have 30 a second. */
const FRAME_MS = 1_000 / 30
/** Minimum idle time for a drawing, ms. */
const DRAWING_MS = 2
/** Pause after a key press, click or turn of the wheel, ms; longer than between two letters. */
const REST_MS = 1_000
const INPUTS = ['keydown', 'pointerdown', 'wheel'] as const

const waiting = new Set<Draw>()
let cancel: (() => void) | undefined
let inputAt = Number.NEGATIVE_INFINITY

/**
 * Draws in each frame with idle time and pauses during input, so that interaction comes first. All drawings take turns,
 * and those that had no time come first in the next frame.
 * @returns stops drawing
 */
export function onIdleFrames(draw: Draw): () => void {
  waiting.add(draw)
  if (cancel === undefined) {
    inputAt = Number.NEGATIVE_INFINITY
    for (const type of INPUTS) addEventListener(type, noteInput, { capture: true, passive: true })
    cancel = afterPause(0)
  }
  return () => {
    waiting.delete(draw)
    if (waiting.size > 0) return
    cancel?.()
    cancel = undefined
    for (const type of INPUTS) removeEventListener(type, noteInput, { capture: true })
  }
}

function noteInput(): void {
  inputAt = performance.now()
}

/** Uses a timer, because a requested frame makes the browser prepare the whole page. */
function afterPause(ms: number): () => void {
  const timer = setTimeout(() => {
    const restMs = inputAt + REST_MS - performance.now()
    cancel = restMs > 0 ? afterPause(restMs) : nextDrawing()
  }, ms)
  return () => clearTimeout(timer)
}

function nextDrawing(): () => void {
  const request = requestAnimationFrame((now) => {
    cancel = whenIdle((time) => {
      const turns = [...waiting]
      for (const [at, draw] of turns.entries()) {
        if (at > 0 && time.timeRemaining() < DRAWING_MS) break
        draw(now)
        // Move it to the end of the queue.
        if (waiting.delete(draw)) waiting.add(draw)
      }
      if (waiting.size > 0) cancel = afterPause(Math.max(0, now + 0.75 * FRAME_MS - performance.now()))
    })
  })
  return () => cancelAnimationFrame(request)
}
