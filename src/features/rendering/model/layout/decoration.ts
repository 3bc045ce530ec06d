import { type Box, boxOutset, boxPlaces, type Look, type ShapeOutset } from '#features/templates/model/index.ts'
import type { Rect } from '#platform/shared/rect.ts'
import { type InkDecoration, inkDecorationOf } from './ink-decoration.ts'
import type { Layout } from './layout.ts'

/** Outlines, shadows and boxes around the letters of one page, in pixels. */
export type Decoration = InkDecoration & {
  readonly boxRadius: number
  /** How far forms, borders and shadows of boxes reach beyond them. */
  readonly boxOutset: ShapeOutset
  /** The same without the shadow. */
  readonly boxForm: ShapeOutset
  /** Possible boxes, on whole pixels; the scene's state says which ones are visible at a moment. */
  readonly boxPlaces: readonly Rect[]
}

const NO_OUTSET: ShapeOutset = { left: 0, top: 0, right: 0, bottom: 0 }

/** The bounds of a box with its form, border and shadow. */
export function wholeBox({ boxOutset: outset }: Pick<Decoration, 'boxOutset'>, { x0, y0, x1, y1 }: Rect): Rect {
  return { x0: x0 - outset.left, y0: y0 - outset.top, x1: x1 + outset.right, y1: y1 + outset.bottom }
}

/** Converts a look's lengths from em to pixels, once per page. */
export function decorationOf(look: Look, layout: Layout): Decoration {
  return {
    ...inkDecorationOf(look, layout.em),
    boxRadius: Math.round((look.box?.radius ?? 0) * layout.em),
    boxOutset: look.box === null ? NO_OUTSET : outsetOf(look.box, layout.em),
    boxForm: look.box === null ? NO_OUTSET : outsetOf({ ...look.box, shadow: null }, layout.em),
    boxPlaces: boxPlaces(look.box, layout),
  }
}

/** Pixels around a border: engines draw lines of about one pixel wider than they are. */
const LINE_EDGE = 2

function outsetOf(box: Box, em: number): ShapeOutset {
  const { left, top, right, bottom } = boxOutset(box, em)
  const edge = box.border ? LINE_EDGE : 0
  return { left: left + edge, top: top + edge, right: right + edge, bottom: bottom + edge }
}
