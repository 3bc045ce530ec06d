import {
  changedFilmRect,
  type Film,
  type FilmOverlays,
  type FilmState,
  filmStateAt,
  NOTHING_SHOWN,
  type Rect,
  redrawFilm,
  type Scene,
} from '../../model/index.ts'
import { createBlurredPicture } from './blurred-picture.ts'

/** Draws scenes over time onto one canvas, and redraws only changes. */
export type ScenePainter = {
  /**
   * Sets the scene to draw; unchanged pixels stay on the canvas. The canvas shows the whole frame, pixel for pixel at
   * `scale` 1.
   * @param scale canvas pixels per pixel of the frame, above 0 and at most 1
   * @param pixel CSS pixels per pixel of the frame, for the blurred picture under the canvas; default `scale`
   * @param overlays title, closing card and progress bar; default none
   */
  use(scene: Scene, scale: number, overlays?: FilmOverlays | null, pixel?: number): void
  /** Shows the captions at `tMs`, ms of media time. */
  show(tMs: number): void
}

/**
 * Creates a painter that owns a canvas. It draws on the CPU (`willReadFrequently`), like the export, since a GPU
 * smooths edges differently.
 * @param under a layer under the canvas, over a video: it blurs the video behind boxes. Default: nothing is blurred
 */
export function createScenePainter(canvas: HTMLCanvasElement, under?: HTMLElement): ScenePainter {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('this browser has no canvas')
  const blurred = under && createBlurredPicture(under)
  let current: { readonly film: Film; readonly scale: number; readonly pixel: number } | undefined
  let shown = NOTHING_SHOWN
  return {
    use(scene, scale, overlays = null, pixel = scale) {
      const width = Math.max(1, Math.round(scene.frame.width * scale))
      const height = Math.max(1, Math.round(scene.frame.height * scale))
      if (current?.scale !== scale || canvas.width !== width || canvas.height !== height) {
        // Setting the size of a canvas clears it, even if the size is unchanged.
        canvas.width = width
        canvas.height = height
        shown = NOTHING_SHOWN
      }
      current = { film: { captions: scene, overlays }, scale, pixel }
    },
    show(tMs) {
      if (current === undefined) return
      const { film, scale, pixel } = current
      const next = filmStateAt(film, tMs)
      blurred?.show(film, next, pixel)
      const changed = changedFilmRect(film, shown, next)
      if (changed !== null) {
        // When scaled down, edges of a small rectangle fall between pixels; those of whole pages never cut a letter.
        const rect = scale === 1 ? changed : onWholePixels(reachOf(changed, [shown, next]), scale)
        redrawFilm(context, film, next, { x: 0, y: 0, scale }, rect)
      }
      shown = next
    },
  }
}

/** The bounds of everything that the pages of these states can cover. */
function reachOf(rect: Rect, states: readonly FilmState[]): Rect {
  const texts = states.flatMap((state) => state.texts)
  const rects = [rect, ...texts.flatMap((text) => (text === null ? [] : [text.page.reach]))]
  return {
    x0: Math.min(...rects.map(({ x0 }) => x0)),
    y0: Math.min(...rects.map(({ y0 }) => y0)),
    x1: Math.max(...rects.map(({ x1 }) => x1)),
    y1: Math.max(...rects.map(({ y1 }) => y1)),
  }
}

/** Distance between a clip and the drawn edges, in canvas pixels: a clip on an edge changes its smoothing. */
const CLEARANCE = 2

/** Grows a rectangle to whole canvas pixels, with clearance around its content. */
function onWholePixels({ x0, y0, x1, y1 }: Rect, scale: number): Rect {
  return {
    x0: (Math.floor(x0 * scale) - CLEARANCE) / scale,
    y0: (Math.floor(y0 * scale) - CLEARANCE) / scale,
    x1: (Math.ceil(x1 * scale) + CLEARANCE) / scale,
    y1: (Math.ceil(y1 * scale) + CLEARANCE) / scale,
  }
}
