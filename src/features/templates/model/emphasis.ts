import { z } from 'zod'
import { FONT_FAMILIES, isFontFamily } from './font-families.ts'
import { OwnFamily } from './own-family.ts'
import { Color, EmLength } from './units.ts'

/** The tags of words, in the order in which they win: a word with several looks like the first that has a look. */
export const EMPHASIS_TAGS = ['keyword', 'number', 'name', 'sound', 'filler', 'profanity'] as const
/** A tag of words that can have a look of its own. */
export type EmphasisTag = (typeof EMPHASIS_TAGS)[number]

const EmphasisFields = {
  /** Null for the colours of the other words. */
  color: Color.nullable(),
  scale: z.number().min(0.5).max(2),
  /** A family of its own. Default: `same`, that of the other words. */
  family: z.union([z.enum(['same', ...Object.keys(FONT_FAMILIES).filter(isFontFamily)]), OwnFamily]).optional(),
  /** Default: the weight of the other words, or the nearest that its family has. */
  weight: z.int().min(1).max(1_000).optional(),
  /** Default: that of the other words. */
  style: z.enum(['normal', 'italic']).optional(),
  case: z.enum(['as-typed', 'upper', 'lower']).optional(),
  /** Clockwise rotation in degrees. Default: 0. */
  tilt: z.number().min(-20).max(20).optional(),
  /** A box behind the word, which stands as the word does. Default: none. */
  box: z.strictObject({ color: Color, radius: EmLength, padX: EmLength, padY: EmLength }).nullable().optional(),
}

const TagLook = z.strictObject(EmphasisFields).nullable().optional()

/** The look of tagged words: of keywords, and of other tags that have one. */
export const Emphasis = z.strictObject({
  ...EmphasisFields,
  number: TagLook,
  name: TagLook,
  sound: TagLook,
  filler: TagLook,
  profanity: TagLook,
})
type Emphasis = z.output<typeof Emphasis>

/** What makes a tagged word differ from the others. */
export type TagLook = Pick<Emphasis, keyof typeof EmphasisFields>

/** Initial values of the look of a tag. */
export const TAG_START: TagLook = { color: '#FFE14D', scale: 1 }

/** Initial values of the box of a tag. */
export const TAG_BOX_START: NonNullable<TagLook['box']> = { color: '#7C3AED', radius: 0.2, padX: 0.16, padY: 0.04 }

/** The look of a tag; null for one without. Keywords always have one. */
export function tagLook(emphasis: Emphasis, tag: EmphasisTag): TagLook | null {
  return tag === 'keyword' ? emphasis : (emphasis[tag] ?? null)
}

/** The tag that decides how a word looks; null for a word that looks like the others. */
export function emphasisTag(emphasis: Emphasis, tags: readonly EmphasisTag[]): EmphasisTag | null {
  if (tags.length === 0) return null
  return EMPHASIS_TAGS.find((tag) => tags.includes(tag) && tagLook(emphasis, tag) !== null) ?? null
}

/** The tags that have a look. */
export function styledTags(emphasis: Emphasis): readonly EmphasisTag[] {
  return EMPHASIS_TAGS.filter((tag) => tagLook(emphasis, tag) !== null)
}
