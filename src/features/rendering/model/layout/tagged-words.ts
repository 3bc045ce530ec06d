import {
  emphasisFont,
  type EmphasisTag,
  emphasisTag,
  type Look,
  type TagLook,
  tagLook,
} from '#features/templates/model/index.ts'
import type { CaptionWord } from '../caption.ts'

/** Words of Latin letters, digits and punctuation. */
export const PLAIN_LETTERS = /^[\p{Script=Latin}\p{Nd}\p{P}]+$/u

/** The font of a word by its tags. */
export function taggedFont({ font, emphasis }: Look, { tags }: Pick<CaptionWord, 'tags'>): Look['font'] {
  const tag = emphasisTag(emphasis, tags)
  const own = tag && tagLook(emphasis, tag)
  return own === null ? font : emphasisFont(font, own)
}

/**
 * The look of a tag in the look of a word. A colour of the word itself comes before that of a tag; `track.ts` does the
 * same for keywords.
 */
export function taggedLook(look: Look, ofCaption: Look, tag: EmphasisTag): TagLook | null {
  const own = tagLook(look.emphasis, tag)
  const isColored = tag !== 'keyword' && look.fill.upcoming !== ofCaption.fill.upcoming
  return own && isColored ? { ...own, color: null } : own
}

/** Largest scale of a tagged word in a script that its family lacks: its letters fill the line, and would meet the next. */
const MOST_FALLBACK_SCALE = 1.3

/** The size of a tagged word next to the others. */
export function taggedScale({ scale, family }: TagLook, text: string): number {
  const isForLatin = family !== undefined && family !== 'same'
  return isForLatin && !PLAIN_LETTERS.test(text) ? Math.min(scale, MOST_FALLBACK_SCALE) : scale
}

type Part = {
  readonly at: number
  readonly px: number
  readonly spaceBefore: number
  readonly emphasis: TagLook | null
}

/** Moves words apart by the boxes of their tags. */
export function withRoomForBoxes<Measured extends Part>(parts: Measured[]): Measured[] {
  if (!parts.some(({ emphasis }) => emphasis?.box)) return parts
  const beside = ({ emphasis, px }: Measured) => Math.round((emphasis?.box?.padX ?? 0) * px)
  return parts.map((part, at) => {
    const before = parts[at - 1]
    if (before === undefined || before.at === part.at) return part
    return { ...part, spaceBefore: part.spaceBefore + beside(before) + beside(part) }
  })
}
