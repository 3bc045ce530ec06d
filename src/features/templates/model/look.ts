import { z } from 'zod'

/** `#RRGGBB`, or `#RRGGBBAA` where it may be see-through. */
export const Color = z.string().regex(/^#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$/, 'A colour is #rrggbb or #rrggbbaa')
export type Color = z.output<typeof Color>

/** The type families a template may name; other scripts and emoji are added by the painter as the words need them. */
export const FONT_FAMILIES = ['inter', 'montserrat'] as const
/** The weights that are shipped of every family. */
export const FONT_WEIGHTS = [600, 700, 800, 900] as const

/** How a value travels from its start to its end; `overshoot` and `spring` pass the end before they settle. */
export const Ease = z.enum(['linear', 'out', 'overshoot', 'spring'])
export type Ease = z.output<typeof Ease>

const em = z.number().min(0).max(4)

const Font = z.strictObject({
  family: z.enum(FONT_FAMILIES),
  weight: z.literal(FONT_WEIGHTS),
  /** Height of an em, as a fraction of the frame's height. */
  size: z.number().min(0.01).max(0.3),
  case: z.enum(['as-typed', 'upper', 'lower']),
  /** Extra space after each letter, in em; negative is tighter. */
  tracking: z.number().min(-0.1).max(0.5),
  /** From one baseline to the next, in em. */
  leading: z.number().min(0.8).max(2.5),
  /** Extra space between words, in em. */
  wordGap: z.number().min(0).max(1),
})

/** The colours of the letters. */
export const Fill = z.strictObject({
  /** Words not spoken yet. */
  upcoming: Color,
  /** The word that is being spoken. */
  active: Color,
  /** Words already spoken. */
  spoken: Color,
  /** Colours the lower edge of every letter runs to, from its own colour at the top; null for flat letters. */
  gradientTo: Color.nullable(),
})

const Stroke = z.strictObject({
  /** Width outside the letter, in em. */
  width: em,
  color: Color,
})

const Shadow = z.strictObject({
  x: z.number().min(-1).max(1),
  y: z.number().min(-1).max(1),
  /** Standard deviation times two, as in CSS, in em. */
  blur: em,
  color: Color,
})

const Box = z.strictObject({
  /** What the box hugs: the spoken word, every line, or the whole caption. */
  scope: z.enum(['word', 'line', 'cue']),
  /** A colour, or `accent`: the caption's turn of `accents`. */
  color: z.union([Color, z.literal('accent')]),
  radius: em,
  padX: em,
  padY: em,
})

/** Where captions stand, and how much of them at once. */
export const Layout = z.strictObject({
  /** Words on screen at once; null shows the whole caption. */
  maxWords: z.int().min(1).max(20).nullable(),
  maxLines: z.int().min(1).max(6),
  /** Widest line, as a fraction of the frame's width; longer captions are set smaller. */
  width: z.number().min(0.2).max(1),
  /** Middle of the caption, as a fraction of the frame's height from its top. */
  y: z.number().min(0.05).max(0.95),
  /** `start` is left in left-to-right captions and right in right-to-left ones. */
  align: z.enum(['center', 'start', 'left', 'right']),
})

const Motion = z.strictObject({
  preset: z.enum(['none', 'fade', 'rise', 'pop']),
  ms: z.int().min(0).max(2_000),
  ease: Ease,
  /** `rise`: distance in em. `pop`: the scale it starts from. Unused otherwise. */
  amount: z.number().min(0).max(4),
})
/** How something comes in. */
export type Motion = z.output<typeof Motion>

const ActiveMotion = z.strictObject({
  /** `scale` grows the spoken word, `sweep` fills it from its first letter to its last while it is spoken. */
  preset: z.enum(['none', 'scale', 'sweep']),
  ms: z.int().min(0).max(2_000),
  ease: Ease,
  /** Scale it starts from, and scale it holds while it is spoken. */
  from: z.number().min(0.1).max(3),
  to: z.number().min(0.1).max(3),
  /** Tilt while it is spoken, in degrees; every second word tilts the other way. */
  tilt: z.number().min(0).max(20),
})

/** How captions move. */
export const Animation = z.strictObject({
  /** `caption`: all words stand there from the start. `word`: each comes when it is spoken. */
  reveal: z.enum(['caption', 'word']),
  /** How the caption, or each word where words are revealed one by one, comes in. */
  enter: Motion,
  active: ActiveMotion,
  /** How long a word box takes to the next word. */
  boxMs: z.int().min(0).max(1_000),
  boxEase: Ease,
})

/** What a word with a tag gets instead of the usual look. */
const Emphasis = z.strictObject({ color: Color.nullable(), scale: z.number().min(0.5).max(2) })

/** The schema of {@link Look}. Patches and the style panel derive from it: a new field begins here. */
export const Look = z.strictObject({
  font: Font,
  fill: Fill,
  /** Colours that captions take in turn; used by boxes with `accent`, and instead of `fill.active` where `accentActive`. */
  accents: z.array(Color).max(8),
  accentActive: z.boolean(),
  stroke: Stroke.nullable(),
  /** Drawn in order, the first lowest. */
  shadows: z.array(Shadow).max(3),
  box: Box.nullable(),
  layout: Layout,
  animation: Animation,
  emphasis: Emphasis,
})

/** Everything a caption's appearance depends on, besides its words and the frame. */
export type Look = z.output<typeof Look>
