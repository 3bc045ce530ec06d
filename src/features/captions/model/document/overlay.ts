import { z } from 'zod'
import { ANCHORS } from '#platform/shared/anchor.ts'
import { FramePlaces, Place } from './place.ts'
import { Color, Fraction, Id, Ms, storableText } from './scalars.ts'
import { TemplateRef } from './template-ref.ts'

const Styled = {
  /** The template that draws it. Default: the document's. */
  template: TemplateRef.optional(),
  /** A patch in `styles` for this overlay alone. */
  styleId: Id.optional(),
  place: Place.optional(),
  framePlaces: FramePlaces.optional(),
}

/** A hook: text over the first seconds. */
const Title = z.strictObject({
  /** A line break starts a new line. */
  text: storableText(500).min(1),
  /** In the source, ms, `t0 < t1`. */
  t0: Ms,
  t1: Ms,
  ...Styled,
})

/** A card over the end of the video. Changes neither its duration nor its sound. */
const ClosingCard = z.strictObject({
  text: storableText(500),
  /** How long before the end of the video it appears, ms. */
  durationMs: Ms.min(100).max(60_000),
  /** Covers the frame. Absent: the video stays visible behind the text. */
  background: Color.optional(),
  /** A picture from the account's assets. */
  assetId: Id.optional(),
  ...Styled,
})

/** A picture shown throughout the video, or for a part of it. */
const Logo = z.strictObject({
  /** A picture from the account's assets. */
  assetId: Id,
  /** One of nine positions. Default `top-right`. */
  anchor: z.enum(ANCHORS).optional(),
  /** Its longer side, as a share of the frame's shorter side. Default 0.2. */
  size: z.number().min(0.02).max(1).optional(),
  /** Distance from the edges it is anchored to, as a share of the frame's shorter side. Default 0.05. */
  margin: z.number().min(0).max(0.25).optional(),
  /** A position set by hand, which overrides the anchor; its `width` overrides the size. */
  place: Place.optional(),
  framePlaces: FramePlaces.optional(),
  opacity: Fraction.optional(),
  /** In the source, ms, `t0 < t1`. Default: from the start, until the end. */
  t0: Ms.optional(),
  t1: Ms.optional(),
})

/** A bar that grows as the video plays. */
const ProgressBar = z.strictObject({
  edge: z.enum(['top', 'bottom', 'captions']),
  color: Color,
  background: Color.optional(),
  /** Height, as a fraction of the frame's height. */
  height: z.number().min(0.001).max(0.1),
})

/** Overlays besides the captions. Absent or null: none. A brand kit writes its own into the documents that follow it. */
export const Overlays = z.strictObject({
  title: Title.nullable().optional(),
  closing: ClosingCard.nullable().optional(),
  logo: Logo.nullable().optional(),
  progress: ProgressBar.nullable().optional(),
})
export type Overlays = z.output<typeof Overlays>
