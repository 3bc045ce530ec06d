import type { Placement } from '#features/templates/model/index.ts'
import { type Rect, scaleAbout, shifted } from '#platform/shared/rect.ts'
import type { PainterContext } from '../canvas.ts'

/** Where a caption or a word stands, without its opacity; lengths in pixels. */
export type Stance = Omit<Placement, 'alpha'>

type Point = { readonly x: number; readonly y: number }

/** Whether it is only moved, so that straight edges stay straight and on whole pixels where the move is whole. */
export function isUpright({ scale, tilt, skew }: Stance): boolean {
  return scale === 1 && tilt === 0 && skew === 0
}

/** True when both stand alike. */
export function sameStance(a: Stance, b: Stance): boolean {
  return a.scale === b.scale && a.x === b.x && a.shift === b.shift && a.tilt === b.tilt && a.skew === b.skew
}

/** Transforms the canvas to a stance, with `center` as the new origin. */
export function standAt(context: PainterContext, stance: Stance, center: Point): void {
  context.translate(center.x + stance.x, center.y + stance.shift)
  // Rounded: engines differ in the last digits of a rotation, and pixels would differ, too.
  if (stance.tilt !== 0) {
    const [sine, cosine] = [rounded(Math.sin(stance.tilt)), rounded(Math.cos(stance.tilt))]
    context.transform(cosine, sine, -sine, cosine, 0, 0)
  }
  if (stance.skew !== 0) context.transform(1, 0, -rounded(stance.skew), 1, 0, 0)
  context.scale(stance.scale, stance.scale)
}

function rounded(value: number): number {
  return Math.round(value * 65_536) / 65_536
}

/** The bounds of a rectangle that stands about a centre. */
export function boundsAt(rect: Rect, stance: Stance, { x, y }: Point): Rect {
  const { scale, tilt, skew } = stance
  const scaled = scale === 1 ? rect : scaleAbout(rect, scale, x, y)
  if (tilt === 0 && skew === 0) return shifted(scaled, stance.x, stance.shift)
  const [sine, cosine] = [Math.sin(tilt), Math.cos(tilt)]
  const corners = [scaled.x0, scaled.x1].flatMap((cornerX) =>
    [scaled.y0, scaled.y1].map((cornerY) => {
      const down = cornerY - y
      const right = cornerX - x - skew * down
      return { x: x + right * cosine - down * sine, y: y + right * sine + down * cosine }
    }),
  )
  const bounds = {
    x0: Math.min(...corners.map((corner) => corner.x)),
    y0: Math.min(...corners.map((corner) => corner.y)),
    x1: Math.max(...corners.map((corner) => corner.x)),
    y1: Math.max(...corners.map((corner) => corner.y)),
  }
  return shifted(bounds, stance.x, stance.shift)
}

/** The bounds of a rectangle in every stance up to a largest rotation and lean, either way, about a centre. */
export function sweptBounds(rect: Rect, { tilt, skew }: Pick<Stance, 'tilt' | 'skew'>, { x, y }: Point): Rect {
  if (tilt === 0 && skew === 0) return rect
  const down = Math.max(Math.abs(rect.y0 - y), Math.abs(rect.y1 - y))
  const right = Math.max(Math.abs(rect.x0 - x), Math.abs(rect.x1 - x)) + skew * down
  const [sine, bent] = [Math.sin(tilt), 1 - Math.cos(tilt)]
  const [across, along] = [skew * down + sine * down + bent * right, sine * right + bent * down]
  return { x0: rect.x0 - across, y0: rect.y0 - along, x1: rect.x1 + across, y1: rect.y1 + along }
}

/** How much farther a length that does not turn may reach beyond one that does. */
export function unturned({ tilt, skew }: Pick<Stance, 'tilt' | 'skew'>, length: number): number {
  return length * 1.5 * (Math.abs(Math.sin(tilt)) + Math.abs(skew))
}
