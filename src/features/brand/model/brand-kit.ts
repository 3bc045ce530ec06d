import { z } from 'zod'
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
  /** The template that new videos start with; null for the site's. An id that no template has counts as null. */
  templateId: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/)
    .nullable(),
  /** The logo that videos offer first, and its place; null for none. One that was removed counts as null. */
  logo: KitLogo.nullable().default(null),
})
export type BrandKit = z.output<typeof BrandKit>

/** The kit of an account that saved none. */
export const EMPTY_KIT: BrandKit = { colors: [], templateId: null, logo: null }
