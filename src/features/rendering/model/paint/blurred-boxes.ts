import { boxParts } from '#features/templates/model/index.ts'
import { type Rect, shifted } from '#platform/shared/rect.ts'
import type { PainterContext } from '../canvas.ts'
import { enterPage, type View } from './draw.ts'
import type { Film, FilmState } from './film.ts'
import { centerOf } from '../layout/reach.ts'
import type { SceneState } from './state.ts'

/**
 * The blur of the picture behind boxes: its standard deviation, px; 0 for none. The strongest of all texts: a file blurs
 * its picture once, and the preview does the same.
 */
export function filmBlur({ captions, overlays }: Film): number {
  return Math.max(captions.blur, overlays?.title?.blur ?? 0, overlays?.closing?.text?.blur ?? 0)
}

/** A box that the picture is blurred behind. */
export type BlurredBox = {
  readonly state: SceneState
  /** Draws its outline, in pixels of the frame before the movement of its page. */
  readonly trace: ReturnType<typeof boxParts>[number]['trace']
  readonly rect: Rect
  /** What its page turns and grows about. */
  readonly center: { readonly x: number; readonly y: number }
}

/** The boxes that the picture is blurred behind at a moment. */
export function blurredBoxes({ texts }: FilmState): BlurredBox[] {
  return texts.flatMap((state) => {
    const { look, decoration, em } = state?.page ?? {}
    if (!state || !look?.box?.blur || decoration === undefined || em === undefined) return []
    const { box } = look
    const center = centerOf(state.page)
    return state.boxes.flatMap((rect) => {
      const parts = boxParts(box, { rect, radius: decoration.boxRadius, em, color: OPAQUE })
      return parts.flatMap(({ isEdge, trace }) => (isEdge ? [{ state, trace, rect, center }] : []))
    })
  })
}

const OPAQUE = '#FFFFFF'

/** Redraws the mask of the blurred picture inside `rect`: opaque where it is blurred. */
export function redrawMask(context: PainterContext, state: FilmState, view: View, rect: Rect): void {
  const { x0, y0, x1, y1 } = shifted(rect, -view.x, -view.y)
  context.save()
  context.beginPath()
  context.rect(x0, y0, x1 - x0, y1 - y0)
  context.clip()
  context.clearRect(x0, y0, x1 - x0, y1 - y0)
  context.translate(-view.x, -view.y)
  for (const box of blurredBoxes(state)) {
    context.save()
    enterPage(context, box.state.page, box.state)
    context.fillStyle = OPAQUE
    context.beginPath()
    box.trace(context)
    context.fill()
    context.restore()
  }
  context.restore()
}
