import { z } from 'zod'
import { LookPatch } from '#features/templates/model/index.ts'
import { ANCHORS } from '#platform/shared/anchor.ts'
import { Place } from './place.ts'
import { Color, Fraction, Id, Ms, storableText } from './scalars.ts'
import { TemplateRef } from './template-ref.ts'

const Styled = {
  /** The template that draws it. Default: that of the captions. */
  template: TemplateRef.optional(),
  /** Changes of its look. */
  patch: LookPatch.optional(),
  place: Place.optional(),
}

/** The titles of videos that follow a kit. */
export const KitTitle = z.strictObject({
  /** Every video shows this text. Absent: a video shows a title only if it has a text of its own. */
  text: storableText(500).min(1).optional(),
  /** How long it is shown from the start, ms; at most the length of the video. */
  durationMs: Ms.min(100).max(60_000),
  ...Styled,
})
export type KitTitle = z.output<typeof KitTitle>

/** The closing card that videos of a kit show. */
export const KitClosing = z.strictObject({
  text: storableText(500),
  /** How long before the end of the video it appears, ms; at most half of the video. */
  durationMs: Ms.min(100).max(60_000),
  /** Covers the frame. Absent: the video stays visible behind the text. */
  background: Color.optional(),
  ...Styled,
})
export type KitClosing = z.output<typeof KitClosing>

/** What a brand kit sets in the documents that follow it. Absent parts are left to each document. */
export const KitStyle = z.strictObject({
  template: TemplateRef.optional(),
  /** Changes of the template for all captions, with their place. */
  patch: LookPatch.optional(),
  logo: z
    .strictObject({
      /** A picture from the account's assets. */
      assetId: Id,
      anchor: z.enum(ANCHORS),
      /** Its longer side, as a share of the frame's shorter side. */
      size: z.number().min(0.02).max(1),
      /** Distance from the edges, as a share of the frame's shorter side. */
      margin: z.number().min(0).max(0.25),
      opacity: Fraction,
    })
    .optional(),
  title: KitTitle.optional(),
  closing: KitClosing.optional(),
})
export type KitStyle = z.output<typeof KitStyle>

/** The brand kit that a document follows, the revision it last used, and what that revision set. */
export const BrandKitRef = z.strictObject({
  id: Id,
  revision: z.int().min(1),
  /** Absent: unknown, so that everything in the document counts as its own. */
  style: KitStyle.optional(),
})
export type BrandKitRef = z.output<typeof BrandKitRef>
