/**
 * Sizes of a stored picture, each half of the one before. Canvas engines shrink a picture below half its size
 * differently, so a painter draws the level that is nearest above the size it needs.
 */
export const PICTURE_LEVELS = 6

/** One size of a picture in its file, in pixels. */
export type PictureLevel = { readonly x: number; readonly width: number; readonly height: number }

type Size = { readonly width: number; readonly height: number }

/** Where each level stands in the picture's file: side by side along the upper edge, largest first. */
export function pictureLevels({ width, height }: Size): PictureLevel[] {
  let x = 0
  return Array.from({ length: PICTURE_LEVELS }, (_, level) => {
    const size = { x, width: halved(width, level), height: halved(height, level) }
    x += size.width
    return size
  })
}

/** The smallest level that is at least `px` pixels long on its longer side; the largest if none is. */
export function levelFor(size: Size, px: number): number {
  const enough = pictureLevels(size).filter(({ width, height }) => Math.max(width, height) >= px)
  return Math.max(0, enough.length - 1)
}

function halved(pixels: number, level: number): number {
  return Math.max(1, Math.round(pixels / 2 ** level))
}
