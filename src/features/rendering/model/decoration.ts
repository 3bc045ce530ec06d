import { boxPlaces, type Look } from '#features/templates/model/index.ts'
import type { Rect } from '#platform/shared/rect.ts'
import { type InkDecoration, inkDecorationOf } from './ink-decoration.ts'
import type { Layout } from './layout.ts'

/** Outlines, shadows and boxes around the letters of one page, in pixels. */
export type Decoration = InkDecoration & {
  readonly boxRadius: number
  /** Possible boxes, on whole pixels; the scene's state says which ones are visible at a moment. */
  readonly boxPlaces: readonly Rect[]
}

/** Converts a look's lengths from em to pixels, once per page. */
export function decorationOf(look: Look, layout: Layout): Decoration {
  return {
    ...inkDecorationOf(look, layout.em),
    boxRadius: Math.round((look.box?.radius ?? 0) * layout.em),
    boxPlaces: boxPlaces(look.box, layout),
  }
}
