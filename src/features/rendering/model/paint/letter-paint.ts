import type { InkGradient } from '#features/templates/model/index.ts'
import { hull, type Rect } from '#platform/shared/rect.ts'
import type { PainterContext } from '../canvas.ts'
import type { InkDecoration } from '../layout/ink-decoration.ts'
import type { PlacedWord } from '../layout/layout.ts'
import type { ScenePage } from '../layout/scene-page.ts'

/** Where a word is drawn: its left edge and baseline on the canvas. */
type Origin = { readonly x: number; readonly baseline: number }

type Letters = {
  readonly page: ScenePage
  readonly word: PlacedWord
  readonly ink: InkDecoration
  readonly isActive: boolean
}

/** The fill of a word's letters: its colour, or a gradient. Emoji keep one colour under them. */
export function letterPaint(context: PainterContext, letters: Letters, color: string, origin: Origin): unknown {
  const { page, word, ink, isActive } = letters
  const { gradient, run } = ink
  if (word.flat) return color
  if (gradient !== null && !hasOwnColor(word) && (isActive || !gradient.isActiveOnly)) {
    return gradientOver(context, gradient, movedTo(areaOf(page, word, gradient), word, origin))
  }
  if (run === null) return color
  const down = context.createLinearGradient(0, origin.baseline - run.height, 0, origin.baseline)
  down.addColorStop(0, color)
  down.addColorStop(1, run.to)
  return down
}

/** A tagged word with a colour of its own keeps it. */
function hasOwnColor({ emphasis }: PlacedWord): boolean {
  return emphasis !== null && emphasis.color !== null
}

/** Height of capitals above the baseline, in em. */
const CAPITAL_HEIGHT_EM = 0.72

/** The area that a gradient runs over, as laid out. */
function areaOf(page: ScenePage, word: PlacedWord, { over }: InkGradient): Rect {
  const top = word.baseline - CAPITAL_HEIGHT_EM * word.px
  if (over === 'word') return { x0: word.x, x1: word.x + word.width, y0: top, y1: word.baseline }
  const line = page.lines[word.line]
  return over === 'caption' || line === undefined ? hull(page.lines) : { ...line, y0: top, y1: word.baseline }
}

/** The same area where the word is drawn. */
function movedTo({ x0, y0, x1, y1 }: Rect, word: PlacedWord, { x, baseline }: Origin): Rect {
  const [right, down] = [x - word.x, baseline - word.baseline]
  return { x0: x0 + right, x1: x1 + right, y0: y0 + down, y1: y1 + down }
}

/** A gradient through the middle of an area, as long as the area is in its direction. */
function gradientOver(context: PainterContext, { stops, angle, moved }: InkGradient, area: Rect): unknown {
  const [across, along] = [Math.cos(angle), Math.sin(angle)]
  const length = Math.abs((area.x1 - area.x0) * across) + Math.abs((area.y1 - area.y0) * along)
  const middle = { x: (area.x0 + area.x1) / 2, y: (area.y0 + area.y1) / 2 }
  // A moving gradient is three rounds long, so that colours come in where others go out.
  const half = (length / 2) * (moved === null ? 1 : 3)
  const paint = context.createLinearGradient(
    middle.x - across * half,
    middle.y - along * half,
    middle.x + across * half,
    middle.y + along * half,
  )
  for (const { at, color } of moved === null ? stops : rounds(stops, moved)) paint.addColorStop(at, color)
  return paint
}

/** The stops of three rounds, moved on by a share of one. */
function rounds(stops: InkGradient['stops'], moved: number): InkGradient['stops'] {
  return [-1, 0, 1, 2].flatMap((round) =>
    stops.map(({ at, color }) => ({ at: (round + at + moved) / 3, color })).filter(({ at }) => at >= 0 && at <= 1),
  )
}
