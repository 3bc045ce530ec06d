import { nearestWeight } from './font-families.ts'
import type { Look } from './look.ts'

/** The font of tagged words. */
export function emphasisFont({ font, emphasis }: Pick<Look, 'font' | 'emphasis'>): Look['font'] {
  const { family = 'same', weight, style, case: letters } = emphasis
  if (family === 'same' && weight === undefined && style === undefined && letters === undefined) return font
  const own = family === 'same' ? font.family : family
  return {
    ...font,
    family: own,
    weight: own === font.family && weight === undefined ? font.weight : nearestWeight(own, weight ?? font.weight),
    ...(style !== undefined && { style }),
    ...(letters !== undefined && { case: letters }),
  }
}
