import { boxPlaces, type Ink, inkPose, inkReach, type Look } from '#features/templates/model/index.ts'
import type { Rect } from '#platform/shared/rect.ts'
import type { Layout } from './layout.ts'

/** What stands around the letters of one page, in pixels. */
export type Decoration = Ink & {
  /** Full width of the widest outline: the letters cover its inner half. 0 for none. */
  readonly strokeWidth: number
  /** How far a word's ink reaches beyond its letters. */
  readonly outset: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
  readonly boxRadius: number
  /** Where boxes may stand, on whole pixels; which of them do at a moment is part of the scene's state. */
  readonly boxPlaces: readonly Rect[]
}

/** Anti-aliasing and rounding. */
const EDGE = 2

/** Turns a look's lengths in em into pixels, once per page. */
export function decorationOf(look: Look, layout: Layout): Decoration {
  const { em } = layout
  const ink = inkPose(look, em)
  const { widening, left, top, right, bottom } = inkReach(look, em)
  const around = widening + EDGE
  return {
    ...ink,
    strokeWidth: Math.max(0, ...ink.outlines.map(({ width }) => width)),
    outset: { left: around + left, top: around + top, right: around + right, bottom: around + bottom },
    boxRadius: Math.round((look.box?.radius ?? 0) * em),
    boxPlaces: boxPlaces(look.box, layout),
  }
}
