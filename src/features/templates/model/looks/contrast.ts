import type { Color } from '../units.ts'
import { luminanceOf, paintOf, ratioOf } from '#platform/shared/light.ts'

/** The contrast ratio of two colours without their opacity, 1 to 21 (WCAG 2.2 §1.4.3). */
export function contrastRatio(one: Color, other: Color): number {
  return ratioOf(luminanceOf(paintOf(one).rgb), luminanceOf(paintOf(other).rgb))
}
