import { fontFamily, isFontFamily, type Look, spokenWeight, WEIGHT_STEPS } from '#features/templates/model/index.ts'
import { hull, type Rect } from '#platform/shared/rect.ts'
import type { MeasuringContext } from '../canvas.ts'
import { hasLettersOf } from '../fonts/fonts.ts'
import { isJoinedScript } from '../text/text-direction.ts'

/** How a word is drawn in one step from its own weight to that of the spoken word. */
export type WeightStep = Pick<MeasuringContext, 'font' | 'letterSpacing'>

/** A word that changes its weight: all steps are equally wide. */
export type WordWeights = { readonly width: number; readonly ink: Rect; readonly steps: readonly WeightStep[] }

type Letters = {
  readonly text: string
  readonly font: Look['font']
  readonly px: number
  readonly letterSpacing: string
  /** Font files, as a CSS list. */
  readonly list: string
}

/**
 * The steps of a word in a look that changes weights; undefined where its letters have one weight only.
 * The widest step decides how wide the word is, and letter spacing makes the others as wide, so that no line moves.
 * @param context set to the word's direction; its font and spacing change
 * @param inkOf the bounds of the letters that the context measured
 */
export function weightsOf(
  context: MeasuringContext,
  { animation }: Look,
  { text, font, px, letterSpacing, list }: Letters,
  inkOf: (size: ReturnType<MeasuringContext['measureText']>) => Rect,
): WordWeights | undefined {
  if (!isFontFamily(font.family)) return undefined
  const { axis } = fontFamily(font.family)
  const spoken = spokenWeight(animation)
  if (spoken === undefined || axis === undefined) return undefined
  if (isJoinedScript(text) || !hasLettersOf(font.family, text)) return undefined
  const to = Math.min(Math.max(spoken, axis.min), axis.max)
  const spacing = Number.parseFloat(letterSpacing)
  const measured = Array.from({ length: WEIGHT_STEPS + 1 }, (_, at) => {
    const cssFont = `${Math.round(font.weight + ((to - font.weight) * at) / WEIGHT_STEPS)} ${px}px ${list}`
    context.letterSpacing = letterSpacing
    context.font = cssFont
    return { font: cssFont, size: context.measureText(text) }
  })
  const width = Math.max(...measured.map(({ size }) => size.width))
  const letters = Math.max([...text].length, 1)
  const steps = measured.map((step): WeightStep => {
    return { font: step.font, letterSpacing: `${(spacing + (width - step.size.width) / letters).toFixed(2)}px` }
  })
  const inks = steps.map((step, at) => {
    const ink = inkOf(measured[at]?.size ?? context.measureText(text))
    return {
      ...ink,
      x1: Math.max(ink.x1, ink.x1 + Number.parseFloat(step.letterSpacing) * letters - spacing * letters),
    }
  })
  return { width, ink: hull(inks), steps }
}
