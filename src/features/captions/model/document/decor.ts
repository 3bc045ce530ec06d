import { z } from 'zod'
import { Color, Fraction, Id, storableText } from './scalars.ts'

const DecorParts = {
  id: Id,
  /** The side of its word; `behind` is under the letters. */
  side: z.enum(['before', 'after', 'above', 'below', 'behind']),
  /** How long it is shown: while its word is spoken, or as long as the caption. */
  until: z.enum(['word', 'caption']).optional(),
  /** Height, in em of its word. Default 1. */
  size: z.number().min(0.2).max(20).optional(),
  /** Offset from its side, in em: right and down. */
  dx: z.number().min(-20).max(20).optional(),
  dy: z.number().min(-20).max(20).optional(),
  /** Clockwise rotation, in degrees. */
  rotate: z.number().min(-180).max(180).optional(),
  /** Its animation. Default: that of its word. */
  motion: z.enum(['none', 'pop', 'fall', 'shake', 'float']).optional(),
}

/** An emoji, in its own colours. */
export const EmojiDecor = z.strictObject({ ...DecorParts, kind: z.literal('emoji'), emoji: storableText(40).min(1) })
export type EmojiDecor = z.output<typeof EmojiDecor>
/** A picture from the account's assets. */
export const ImageDecor = z.strictObject({
  ...DecorParts,
  kind: z.literal('image'),
  assetId: Id,
  /** Alternative text. */
  alt: storableText(200).optional(),
  opacity: Fraction.optional(),
})
export type ImageDecor = z.output<typeof ImageDecor>
/** A drawn shape with a colour. */
const ShapeDecor = z.strictObject({
  ...DecorParts,
  kind: z.literal('shape'),
  shape: z.enum(['underline', 'circle', 'strike', 'arrow', 'sparkle']),
  color: Color.optional(),
})

/**
 * An emoji, picture or shape attached to a word: it appears and disappears with the word. Lengths in em of its word.
 */
export const Decor = z.discriminatedUnion('kind', [EmojiDecor, ImageDecor, ShapeDecor])
export type Decor = z.output<typeof Decor>

/** Maximum decor of one word. */
export const MOST_DECOR = 8
