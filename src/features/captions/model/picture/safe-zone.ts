import type { Rect } from '#platform/shared/rect.ts'

/** The apps with safe zones. */
export const SAFE_ZONE_IDS = ['tiktok', 'reels', 'shorts', 'youtube', 'linkedin', 'x'] as const
/** The name of an app with a safe zone. */
export type SafeZoneId = (typeof SAFE_ZONE_IDS)[number]

/** Where figures come from. */
export type ZoneSource = {
  /** Who states them. */
  readonly by: string
  readonly url: string
  /** True for figures of the app itself, false for figures that others measured. */
  readonly isPublished: boolean
  /** Date on which they were read, `YYYY-MM-DD`. */
  readonly read: string
}

/** A part of an app's interface over the video; edges as fractions of the frame. */
export type Furniture = Rect & {
  readonly kind: 'tabs' | 'buttons' | 'text' | 'controls'
  /** What it is, for its title. */
  readonly label: string
}

/** What one app covers of a video. */
export type SafeZone = {
  readonly id: SafeZoneId
  readonly name: string
  /** The aspect ratios that the figures are for. */
  readonly aspects: readonly ('9:16' | '16:9')[]
  /** Margins to keep free, as fractions of the frame. */
  readonly margins: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number }
  readonly marginSource: ZoneSource
  /** What covers the video; a caption must not touch it. */
  readonly furniture: readonly Furniture[]
  readonly furnitureSource: ZoneSource
}
