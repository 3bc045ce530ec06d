import { whenIdle } from '#platform/web/idle.ts'

/** Draws at a time, in ms since the page was loaded. */
type Draw = (now: number) => void

/** Frame rate of most exports. */
const FPS = 30
/** Minimum idle time for a drawing, ms. */
const DRAWING_MS = 2

const waiting = new Set<Draw>()
let cancel: (() => void) | undefined
let drawnAt = 0

/**
 * Draws in each frame with idle time, so that interaction comes first. All drawings take turns, and those that had no
 * time come first in the next frame.
 * @returns stops drawing
 */
export function onIdleFrames(draw: Draw): () => void {
  waiting.add(draw)
  cancel ??= afterFrame()
  return () => {
    waiting.delete(draw)
    if (waiting.size > 0) return
    cancel?.()
    cancel = undefined
  }
}

function afterFrame(): () => void {
  const request = requestAnimationFrame((now) => {
    // Screens with 60 Hz draw every second frame, despite jitter of the clock.
    if (now - drawnAt < 0.75 * (1_000 / FPS)) {
      cancel = afterFrame()
      return
    }
    drawnAt = now
    cancel = whenIdle((time) => {
      const turns = [...waiting]
      for (const [at, draw] of turns.entries()) {
        if (at > 0 && time.timeRemaining() < DRAWING_MS) break
        draw(now)
        // Move it to the end of the queue.
        if (waiting.delete(draw)) waiting.add(draw)
      }
      cancel = waiting.size > 0 ? afterFrame() : undefined
    })
  })
  return () => cancelAnimationFrame(request)
}
