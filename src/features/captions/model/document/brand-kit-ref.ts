import { z } from 'zod'
import { LookPatch } from '#features/templates/model/index.ts'
import { ANCHORS } from '#platform/shared/anchor.ts'
import { Fraction, Id } from './scalars.ts'
import { TemplateRef } from './template-ref.ts'

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
