import { fontFamily, isOwnFamily, nearestWeight, type Template } from '#features/templates/model/index.ts'
import type { CaptionTrack } from './caption.ts'
import { facesOf } from './characters.ts'
import { hasLettersOf } from './fonts.ts'

/** The font of letters that a family does not have: all fallbacks then come in this weight. */
const FALLBACK = { family: 'inter', weight: 700, style: 'normal' } as const
const LIGHTEST = 700
const HEAVIEST = 800

/**
 * A template in a font that other templates use too, to show many of them early: words beyond basic Latin need a file of
 * up to 90 kB for each weight of each family. Tagged words look like the others. The same object where the words need
 * one file only, or the font is an own one.
 */
export function withSharedFont(template: Template, track: CaptionTrack): Template {
  const { font } = template
  if (isOwnFamily(font.family) || facesOf(track, font, []).length <= 1) return template
  const text = track.captions.flatMap(({ words }) => words.map((word) => word.text)).join('')
  const shared = hasLettersOf(font.family, text) ? { weight: sharedWeight(font.family, font.weight) } : FALLBACK
  return { ...template, font: { ...font, ...shared }, emphasis: { color: null, scale: 1 } }
}

/** A family with one file for all weights keeps its own. */
function sharedWeight(family: Template['font']['family'], weight: number): number {
  if (fontFamily(family).axis !== undefined) return weight
  return nearestWeight(family, Math.min(HEAVIEST, Math.max(LIGHTEST, weight)))
}
