import { z } from 'zod'
import { Dim } from './dim.ts'
import { Animation, Box, INK_FIELDS } from './effects/effects.ts'
import { Emphasis } from './emphasis.ts'
import { FONT_FAMILIES, isFontFamily } from './font-families.ts'
import { OwnFamily } from './own-family.ts'
import { Transform } from './transform.ts'
import { Color } from './units.ts'

const FAMILY_IDS = Object.keys(FONT_FAMILIES).filter(isFontFamily)

const Font = z.strictObject({
  /** A shipped family, or an own font of the account: `own:` and its id. */
  family: z.union([z.enum(FAMILY_IDS), OwnFamily]),
  /** One of the family's weights; a variable family has more than those. */
  weight: z.int().min(1).max(1_000),
  /** Default: normal. Families without italics ignore it. */
  style: z.enum(['normal', 'italic']).optional(),
  /** Height of an em, as a fraction of the frame's height. */
  size: z.number().min(0.01).max(0.3),
  case: z.enum(['as-typed', 'upper', 'lower']),
  /** Extra space after each letter, in em; negative is tighter. */
  tracking: z.number().min(-0.1).max(0.5),
  /** Distance between baselines, in em. */
  leading: z.number().min(0.8).max(2.5),
  /** Extra space between words, in em. */
  wordGap: z.number().min(0).max(1),
})

/** Position of captions, and how much of them is shown at once. */
export const Layout = z.strictObject({
  /** Maximum words on screen; null shows the whole caption. */
  maxWords: z.int().min(1).max(20).nullable(),
  maxLines: z.int().min(1).max(6),
  /** Maximum line width, as a fraction of the frame's width; longer captions shrink. */
  width: z.number().min(0.2).max(1),
  /** Centre of the caption, as a fraction of the frame's width from the left edge. Default: 0.5. */
  x: z.number().min(0).max(1).optional(),
  /** Centre of the caption, as a fraction of the frame's height from the top. */
  y: z.number().min(0.05).max(0.95),
  /**
   * `start` is left in left-to-right captions and right in right-to-left ones. `block` aligns lines
   * like `start` and centres the caption as a whole.
   */
  align: z.enum(['center', 'block', 'start', 'left', 'right']),
})

export type Layout = z.output<typeof Layout>

/** The schema of {@link Look}. Patches and the style panel derive from it: add new fields here. */
export const Look = z.strictObject({
  font: Font,
  ...INK_FIELDS,
  /**
   * Colours that alternate between captions; used by boxes with `accent`, and for `fill.active` with `accentActive`.
   */
  accents: z.array(Color).max(8),
  accentActive: z.boolean(),
  box: Box.nullable(),
  layout: Layout,
  animation: Animation,
  emphasis: Emphasis,
  /** Words that are not spoken stand back. Default: all are equally bright. */
  dim: Dim.nullable().optional(),
  /** How captions and words stand at rest. Default: upright. */
  transform: Transform.nullable().optional(),
})

/** Everything that a caption's appearance depends on, apart from its words and the frame. */
export type Look = z.output<typeof Look>
