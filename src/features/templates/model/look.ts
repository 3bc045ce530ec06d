import { z } from 'zod'
import { Animation, Box, INK_FIELDS } from './effects/effects.ts'
import { Color } from './units.ts'

/** The type families of templates. The painter adds fonts for other scripts and emoji on demand. */
export const FONT_FAMILIES = ['inter', 'montserrat'] as const
/** The shipped weights of every family. */
export const FONT_WEIGHTS = [600, 700, 800, 900] as const

const Font = z.strictObject({
  family: z.enum(FONT_FAMILIES),
  weight: z.literal(FONT_WEIGHTS),
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
  /** `start` is left in left-to-right captions and right in right-to-left ones. */
  align: z.enum(['center', 'start', 'left', 'right']),
})

/** The look of a tagged word. */
const Emphasis = z.strictObject({ color: Color.nullable(), scale: z.number().min(0.5).max(2) })

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
})

/** Everything that a caption's appearance depends on, apart from its words and the frame. */
export type Look = z.output<typeof Look>
