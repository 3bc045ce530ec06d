import type { Look } from '#features/templates/model/index.ts'

/** The size of a frame, px. */
type Size = { readonly width: number; readonly height: number }

/** The part of the shorter side of a frame that the strongest blur may have as its standard deviation. */
const MOST = 1 / 12

/** The blur behind the boxes of a look in a frame: its standard deviation, px; 0 for none. */
export function blurOfLook({ box, font }: Look, { width, height }: Size): number {
  return Math.min((box?.blur ?? 0) * font.size * height, MOST * Math.min(width, height))
}
