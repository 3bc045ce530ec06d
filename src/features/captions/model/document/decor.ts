import { z } from 'zod'
import { Color, Fraction, Id, storableText } from './scalars.ts'

const DecorParts = {
  id: Id,
  /** On which side of its word it stands; `behind` lies under the letters. */
  side: z.enum(['before', 'after', 'above', 'below', 'behind']),
  /** How long it stays: while its word is spoken, or as long as the caption. */
  until: z.enum(['word', 'caption']).optional(),
  /** Height in em of its word. Default 1. */
  size: z.number().min(0.2).max(20).optional(),
  /** Moved from its side, in em: right and down. */
  dx: z.number().min(-20).max(20).optional(),
  dy: z.number().min(-20).max(20).optional(),
  /** Clockwise, in degrees. */
  rotate: z.number().min(-180).max(180).optional(),
  /** How it comes and moves. Default: as the look moves its word. */
  motion: z.enum(['none', 'pop', 'fall', 'shake', 'float']).optional(),
}

/** An emoji, in its own colours. */
const EmojiDecor = z.strictObject({ ...DecorParts, kind: z.literal('emoji'), emoji: storableText(40).min(1) })
/** A picture that the account stores. */
const ImageDecor = z.strictObject({
  ...DecorParts,
  kind: z.literal('image'),
  assetId: Id,
  /** What it shows, for people who cannot see it. */
  alt: storableText(200).optional(),
  opacity: Fraction.optional(),
})
/** A drawn mark that takes a colour. */
const ShapeDecor = z.strictObject({
  ...DecorParts,
  kind: z.literal('shape'),
  shape: z.enum(['underline', 'circle', 'strike', 'arrow', 'sparkle']),
  color: Color.optional(),
})

/** An emoji or a picture that hangs on a word: it comes with the word and goes with it. Lengths in em of its word. */
export const Decor = z.discriminatedUnion('kind', [EmojiDecor, ImageDecor, ShapeDecor])
export type Decor = z.output<typeof Decor>

/** Most decor of one word. */
export const MOST_DECOR = 8
