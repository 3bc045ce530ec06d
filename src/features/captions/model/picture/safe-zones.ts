import type { Rect } from '#platform/shared/rect.ts'
import { isCovered } from './free-place.ts'
import type { PictureSize, PlacedCaption } from './placed-caption.ts'
import type { SafeZone } from './safe-zone.ts'

const RATIOS = { '9:16': 9 / 16, '16:9': 16 / 9 } as const
/** Largest deviation from an aspect ratio, as a share of it. */
const TOLERANCE = 0.03

/** The zones with figures for a picture of this size. */
export function zonesFor(zones: readonly SafeZone[], { width, height }: PictureSize): readonly SafeZone[] {
  return zones.filter(({ aspects }) =>
    aspects.some((aspect) => Math.abs(width / height / RATIOS[aspect] - 1) <= TOLERANCE),
  )
}

/** The area inside the margins, in pixels. */
export function safeArea({ margins }: SafeZone, { width, height }: PictureSize): Rect {
  return {
    x0: margins.left * width,
    y0: margins.top * height,
    x1: (1 - margins.right) * width,
    y1: (1 - margins.bottom) * height,
  }
}

/** The areas that the app covers, in pixels. */
export function coveredAreas({ furniture }: SafeZone, { width, height }: PictureSize): readonly Rect[] {
  return furniture.map(({ x0, y0, x1, y1 }) => ({
    x0: x0 * width,
    y0: y0 * height,
    x1: x1 * width,
    y1: y1 * height,
  }))
}

/** Whether a caption touches what the app covers. */
export function runsInto({ box }: Pick<PlacedCaption, 'box'>, zone: SafeZone, frame: PictureSize): boolean {
  return isCovered(box, coveredAreas(zone, frame))
}
