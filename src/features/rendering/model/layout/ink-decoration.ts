import { type Ink, inkPose, inkReach, type Look } from '#features/templates/model/index.ts'

/** Outlines and shadows around letters, in pixels. */
export type InkDecoration = Ink & {
  /** Full width of the widest outline: the letters cover its inner half. 0 for none. */
  readonly strokeWidth: number
  /** How far a word's ink reaches beyond its letters. */
  readonly outset: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
}

/** Margin for anti-aliasing and rounding. */
const EDGE = 2

/**
 * The ink of a look.
 * @param em size of an em, in pixels
 * @param tMs time of moving ink
 */
export function inkDecorationOf(look: Look, em: number, tMs = 0): InkDecoration {
  const ink = inkPose(look, em, tMs)
  const { widening, left, top, right, bottom } = inkReach(look, em)
  const around = widening + EDGE
  return {
    ...ink,
    strokeWidth: Math.max(0, ...ink.outlines.map(({ width }) => width)),
    outset: { left: around + left, top: around + top, right: around + right, bottom: around + bottom },
  }
}
