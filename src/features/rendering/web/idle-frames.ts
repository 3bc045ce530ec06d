import { whenIdle } from '#platform/web/idle.ts'

/** Draws at a moment: ms since the page began. */
type Draw = (now: number) => void

/** Frames a second, as the exports of most videos have. */
const FPS = 30
/** Least time that a drawing is given, ms. */
const DRAWING_MS = 2

const waiting = new Set<Draw>()
let cancel: (() => void) | undefined
let drawnAt = 0

/**
 * Draws for each frame that leaves time for it: whatever a person does on the page comes first. All drawings take turns,
 * and those that found no time come first in the next frame.
 * @returns stops it
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
    // Screens of 60 Hz draw in every second frame, whatever the jitter of their clock.
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
        // To the end of the row.
        if (waiting.delete(draw)) waiting.add(draw)
      }
      cancel = waiting.size > 0 ? afterFrame() : undefined
    })
  })
  return () => cancelAnimationFrame(request)
}
