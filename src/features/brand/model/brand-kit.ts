import { z } from 'zod'
import { BrandKitRef, KitClosing, type KitStyle, KitTitle } from '#features/captions/model/index.ts'
import { LookPatch } from '#features/templates/model/index.ts'
import { KitLogo } from './logo.ts'

/** Colours of one kit; more would not fit under a colour control. */
export const MAX_KIT_COLORS = 12

const KitColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'A colour is #rrggbb')
  .transform((color) => color.toLowerCase())

/** What an account reuses in its videos, besides its own fonts. */
export const BrandKit = z.object({
  /** `#rrggbb` in lower case, each once, in the order they are offered. */
  colors: z
    .array(KitColor)
    .max(MAX_KIT_COLORS)
    .refine((colors) => new Set(colors).size === colors.length, 'A colour stands in a kit once'),
  /** The template of videos that follow the kit, and of new ones; null for none. An id that no template has counts as null. */
  templateId: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/)
    .nullable(),
  /** Changes of the template for all captions, with their place; null for none. */
  patch: LookPatch.nullable().default(null),
  /** The logo that videos offer first, and its place; null for none. One that was removed counts as null. */
  logo: KitLogo.nullable().default(null),
  /** The titles of videos: their look, and a text for all of them if it has one; null leaves them to each video. */
  title: KitTitle.nullable().default(null),
  /** The closing card of every video; null for none. */
  closing: KitClosing.nullable().default(null),
  /** Whether new videos follow the kit, if it sets anything in them. */
  isFollowedByNew: z.boolean().default(true),
})
export type BrandKit = z.output<typeof BrandKit>

/** A kit with what a video needs to follow it. */
export const SavedKit = BrandKit.extend({
  /** Null while the kit sets nothing in videos. */
  follow: BrandKitRef.nullable(),
})
export type SavedKit = z.output<typeof SavedKit>

/** The kit of an account that saved none. */
export const EMPTY_KIT: SavedKit = {
  colors: [],
  templateId: null,
  patch: null,
  logo: null,
  title: null,
  closing: null,
  isFollowedByNew: true,
  follow: null,
}

/**
 * What a kit sets in the videos that follow it.
 * @param version that of its template; null without a template
 */
export function kitStyleOf({ templateId, patch, logo, title, closing }: BrandKit, version: number | null): KitStyle {
  return {
    ...(templateId !== null && version !== null && { template: { id: templateId, version } }),
    ...(patch !== null && { patch }),
    ...(logo !== null && { logo: kitLogo(logo) }),
    ...(title !== null && { title }),
    ...(closing !== null && { closing }),
  }
}

function kitLogo({ id: assetId, ...place }: KitLogo): NonNullable<KitStyle['logo']> {
  return { assetId, ...place }
}
