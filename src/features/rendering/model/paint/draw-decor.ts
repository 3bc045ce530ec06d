import { intersection, type Rect } from '#platform/shared/rect.ts'
import type { PainterContext } from '../canvas.ts'
import type { PlacedDecor } from '../decor/decor.ts'
import { type DecorPose, markOfDecor } from '../decor/decor-motions.ts'
import { fittedIn } from '../decor/decor-picture.ts'
import { placed } from '../layout/reach.ts'
import type { SceneState } from './state.ts'

/** Draws the decor of a page that is behind its letters, or the rest of it. */
export function drawDecor(
  context: PainterContext,
  state: SceneState,
  o: { readonly isBehind: boolean; readonly scale: number; readonly clip: Rect | undefined },
): void {
  const { page } = state
  for (const [at, decor] of page.decor.entries()) {
    if (decor.isBehind !== o.isBehind) continue
    const pose = state.decor[at]
    const mark = markOfDecor(decor, pose)
    if (pose === undefined || mark === null) continue
    if (o.clip !== undefined && intersection(placed(page, mark, state), o.clip) === null) continue
    drawOne(context, decor, pose, { alpha: state.alpha, scale: state.scale * o.scale })
  }
}

function drawOne(
  context: PainterContext,
  { picture, rect, opacity }: PlacedDecor,
  { edge, x: beside, shift, tilt, alpha }: DecorPose,
  page: { readonly alpha: number; readonly scale: number },
): void {
  const x = (rect.x0 + rect.x1) / 2 + beside
  const y = (rect.y0 + rect.y1) / 2 + shift
  const fitted = picture && fittedIn(picture, edge, page.scale)
  const paint = (left: number, top: number) => {
    if (fitted === null) return drawMissing(context, left, top, edge)
    const { image, width, height } = fitted
    // Whole pixels from the corner of the square, which stands on whole pixels where it stands upright.
    const [right, down] = [Math.round((edge - width) / 2), Math.round((edge - height) / 2)]
    context.drawImage(image, left + right, top + down, width, height)
  }
  context.save()
  context.globalAlpha = page.alpha * alpha * opacity
  if (tilt === 0) paint(x - edge / 2, y - edge / 2)
  else {
    turnPicture(context, tilt, x, y)
    paint(-edge / 2, -edge / 2)
  }
  context.restore()
}

/** Turns the canvas about a point, which becomes its origin. Engines turn pictures alike by rounded factors only. */
function turnPicture(context: PainterContext, tilt: number, x: number, y: number): void {
  const [sine, cosine] = [rounded(Math.sin(tilt)), rounded(Math.cos(tilt))]
  context.transform(cosine, sine, -sine, cosine, x, y)
}

function rounded(factor: number): number {
  return Math.round(factor * 256) / 256
}

/** An empty box, as text shows a character without a glyph. Straight edges on whole pixels: a clip never changes them. */
function drawMissing(context: PainterContext, x: number, y: number, edge: number): void {
  const margin = Math.round(edge * 0.12)
  const line = Math.max(1, Math.round(edge * 0.06))
  const fill = (color: string, inset: number) => {
    context.fillStyle = color
    context.beginPath()
    context.rect(x + inset, y + inset, edge - 2 * inset, edge - 2 * inset)
    context.fill()
  }
  fill('#FFFFFF', margin)
  fill('#6B7280', margin + line)
}
