import type { CaptionDocument } from '#features/captions/model/index.ts'
import {
  EMPHASIS_TAGS,
  emphasisFont,
  type EmphasisTag,
  isOwnFamily,
  type Look,
  nearestWeight,
  type OwnFamily,
  styledTags,
  tagLook,
  type Template,
} from '#features/templates/model/index.ts'

/** An own font that captions may name. */
export type OwnFontFile = {
  readonly family: OwnFamily
  /** The weights it draws; equal unless it is variable. */
  readonly weights: { readonly min: number; readonly max: number }
  /** Code points with letters: hexadecimal ranges by comma, `20-7e,a0`. */
  readonly coverage: string
  /** Where its file is: an address for pages, a path for the painter. */
  readonly source: string
}

/** The own fonts that a document names, whether or not they exist. */
export function ownFamiliesOf({ styles }: Pick<CaptionDocument, 'styles'>): ReadonlySet<OwnFamily> {
  const named = Object.values(styles).flatMap(({ font, emphasis = {} }) => [
    font?.family ?? '',
    ...EMPHASIS_TAGS.map((tag) => (tag === 'keyword' ? emphasis : emphasis[tag])?.family ?? ''),
  ])
  return new Set(named.filter(isOwnFamily))
}

/** The own font of a reference; undefined for a shipped family, and for a font that is missing. */
export function ownFontOf(family: string, ownFonts: readonly OwnFontFile[]): OwnFontFile | undefined {
  return isOwnFamily(family) ? ownFonts.find((own) => own.family === family) : undefined
}

const lastDrawn = new WeakMap<Look, { readonly ownFonts: readonly OwnFontFile[]; readonly drawn: Look }>()

/**
 * The look as it is drawn: with the template's font in place of own fonts that are missing, and weights that own fonts
 * have. The same object for the same look and list.
 */
export function drawnLook(look: Look, template: Template, ownFonts: readonly OwnFontFile[]): Look {
  const tags = styledTags(look.emphasis).filter((tag) => isOwnFamily(tagFont(look, tag).family))
  if (!isOwnFamily(look.font.family) && tags.length === 0) return look
  const known = lastDrawn.get(look)
  if (known?.ownFonts === ownFonts) return known.drawn
  const font = availableFont(look.font, template, ownFonts)
  const drawn = { ...look, font, emphasis: tags.reduce(withFont, look.emphasis) }
  lastDrawn.set(look, { ownFonts, drawn })
  return drawn

  function withFont(emphasis: Look['emphasis'], tag: EmphasisTag): Look['emphasis'] {
    const { family, weight } = availableFont(tagFont(look, tag), template, ownFonts)
    const own = { ...(tagLook(emphasis, tag) ?? look.emphasis), family, weight }
    return tag === 'keyword' ? { ...emphasis, family, weight } : { ...emphasis, [tag]: own }
  }
}

/** The font of words with a tag that has a look. */
export function tagFont({ font, emphasis }: Look, tag: EmphasisTag): Look['font'] {
  return emphasisFont(font, tagLook(emphasis, tag) ?? emphasis)
}

function availableFont(
  font: Look['font'],
  { font: published }: Template,
  ownFonts: readonly OwnFontFile[],
): Look['font'] {
  if (!isOwnFamily(font.family)) return font
  const own = ownFontOf(font.family, ownFonts)
  if (own !== undefined) return { ...font, weight: Math.min(Math.max(font.weight, own.weights.min), own.weights.max) }
  const family = isOwnFamily(published.family) ? 'inter' : published.family
  return { ...font, family, weight: nearestWeight(family, font.weight) }
}
