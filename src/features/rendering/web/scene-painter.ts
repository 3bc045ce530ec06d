import { changedRect, redraw, type Scene, type SceneState, stateAt } from '../model/index.ts'

/** Draws one scene onto one canvas, moment after moment; only what changes is drawn again. */
export type ScenePainter = {
  /** Shows the captions of `tMs`, ms of media time. */
  show(tMs: number): void
}

/**
 * Sizes the canvas and takes it over. The canvas shows the whole frame: exactly, pixel for pixel, where `scale` is 1.
 * It is drawn on the processor (`willReadFrequently`), as the export is; a graphics card rounds edges otherwise.
 * @param scale canvas pixels per pixel of the frame, above 0 and at most 1
 */
export function paintScene(canvas: HTMLCanvasElement, scene: Scene, scale: number): ScenePainter {
  const width = Math.max(1, Math.round(scene.frame.width * scale))
  const height = Math.max(1, Math.round(scene.frame.height * scale))
  // Giving a canvas its size clears it, even where the size stays.
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('this browser has no canvas')
  const view = { x: 0, y: 0, scale }
  let shown: SceneState | null = null
  return {
    show(tMs) {
      const next = stateAt(scene, tMs)
      const changed = changedRect(scene, shown, next)
      shown = next
      if (changed === null) return
      // Scaled down, the edges of a small rectangle fall between pixels; the region's edges are always clear.
      redraw(context, scene, next, view, scale === 1 ? changed : (scene.region ?? changed))
    },
  }
}
