import { fontFamily, isOwnFamily, nearestWeight, type Template } from '#features/templates/model/index.ts'
import type { CaptionTrack } from '../caption.ts'
import { facesOf } from './characters.ts'
import { hasLettersOf } from './fonts.ts'

/** The font of letters that a family does not have: all fallbacks then come in this weight. */
const FALLBACK = { family: 'inter', weight: 700, style: 'normal' } as const
const LIGHTEST = 700
const HEAVIEST = 800

/**
 * A template in a font that other templates use too, to show many of them early: words beyond basic Latin need a file of
 * up to 90 kB for each weight of each family. The same object where the words need one file only, or the font is an
 * own one.
 */
export function withSharedFont(template: Template, track: CaptionTrack): Template {
  const { font } = template
  if (isOwnFamily(font.family) || facesOf(track, font, []).length <= 1) return template
  const text = wordsOf(track)
  const shared = hasLettersOf(font.family, text) ? { weight: sharedWeight(font.family, font.weight) } : FALLBACK
  return { ...template, font: { ...font, ...shared } }
}

/** A template for words without tags, which need no fonts of tagged words. */
export function withoutTags(template: Template): Template {
  return { ...template, emphasis: { color: null, scale: 1 } }
}

/** All words of some captions. */
export function wordsOf({ captions }: CaptionTrack): string {
  return captions.flatMap(({ words }) => words.map(({ text }) => text)).join('')
}

/** A family with one file for all weights keeps its own. */
function sharedWeight(family: Template['font']['family'], weight: number): number {
  if (fontFamily(family).axis !== undefined) return weight
  return nearestWeight(family, Math.min(HEAVIEST, Math.max(LIGHTEST, weight)))
}
