import { z } from 'zod'
import { FramePlaces, Place } from './place.ts'
import { Color, Fraction, Id, Ms, storableText } from './scalars.ts'
import { TemplateRef } from './template-ref.ts'

const Styled = {
  /** What draws it. Default: the document's template. */
  template: TemplateRef.optional(),
  /** A patch in `styles` for it alone. */
  styleId: Id.optional(),
  place: Place.optional(),
  framePlaces: FramePlaces.optional(),
}

/** The hook: a text over the first seconds. */
const Title = z.strictObject({
  /** A line break begins a new line. */
  text: storableText(500).min(1),
  /** In the source, ms, `t0 < t1`. */
  t0: Ms,
  t1: Ms,
  ...Styled,
})

/** A card after the end of the video. */
const ClosingCard = z.strictObject({
  text: storableText(500),
  /** How long it stays, ms. */
  durationMs: Ms.min(100).max(60_000),
  background: Color.optional(),
  /** A picture that the account stores. */
  assetId: Id.optional(),
  ...Styled,
})

/** A picture that stays on the video. */
const Logo = z.strictObject({
  /** A picture that the account stores. */
  assetId: Id,
  place: Place,
  framePlaces: FramePlaces.optional(),
  opacity: Fraction.optional(),
})

/** A bar that grows with the video. */
const ProgressBar = z.strictObject({
  edge: z.enum(['top', 'bottom', 'captions']),
  color: Color,
  background: Color.optional(),
  /** Height, as a fraction of the frame's height. */
  height: z.number().min(0.001).max(0.1),
})

/** What is drawn beside the captions. Absent: as the brand kit has it; null: none, whatever the brand kit has. */
export const Overlays = z.strictObject({
  title: Title.nullable().optional(),
  closing: ClosingCard.nullable().optional(),
  logo: Logo.nullable().optional(),
  progress: ProgressBar.nullable().optional(),
})
export type Overlays = z.output<typeof Overlays>
