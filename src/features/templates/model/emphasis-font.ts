import type { TagLook } from './emphasis.ts'
import { nearestWeight } from './font-families.ts'
import type { Look } from './look.ts'

/** The font of tagged words. @param font that of the other words */
export function emphasisFont(font: Look['font'], emphasis: TagLook): Look['font'] {
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
