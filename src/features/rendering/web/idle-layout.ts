import { whenIdle } from '#platform/web/idle.ts'
import type { Scene } from '../model/index.ts'

/** Longest work at once, ms: a key that is pressed meanwhile waits no longer. */
const SLICE_MS = 8

/** Lays out the captions of a scene while the page is idle, those around the playhead first. @returns stops it */
export function layOutWhenIdle(scene: Scene, playheadMs: number): () => void {
  const rest = scene.layOutFrom(playheadMs)
  let cancel = whenIdle(function layOutSome(time) {
    const end = performance.now() + Math.min(SLICE_MS, time.timeRemaining())
    do if (rest.next().done === true) return
    while (performance.now() < end)
    cancel = whenIdle(layOutSome)
  })
  return () => cancel()
}
