import type { Backdrop } from '#features/templates/model/index.ts'
import { luminanceOf } from '#platform/shared/light.ts'
import type { Rect } from '#platform/shared/rect.ts'
import type { PlacedCaption, PlacedLetters } from './placed-caption.ts'

/** Colours that stand for the picture behind a caption, at most. */
const COLORS = 20
/** Most moments of a caption that are looked at. */
const MOST_MOMENTS = 8
/** Room around letters that counts as behind them, in em. */
const AROUND_EM = 0.1

/** Pixels in rows, with four bytes each: red, green, blue and opacity. */
export type Pixels = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number }

/** The moments at which to look behind a caption: one for each picture of the filmstrip, at most eight. */
export function momentsOf({ fromMs, toMs }: Pick<PlacedCaption, 'fromMs' | 'toMs'>, intervalMs: number): number[] {
  const count = Math.min(MOST_MOMENTS, Math.max(1, Math.ceil((toMs - fromMs) / intervalMs)))
  return Array.from({ length: count }, (_, at) => fromMs + ((at + 0.5) * (toMs - fromMs)) / count)
}

/** The areas behind the letters of a caption, in whole pixels of a smaller picture of the frame. */
export function areasBehind(
  { letters, em }: Pick<PlacedLetters, 'letters'> & Pick<PlacedCaption, 'em'>,
  frame: { readonly width: number; readonly height: number },
  tile: { readonly width: number; readonly height: number },
): Rect[] {
  const [scaleX, scaleY] = [tile.width / frame.width, tile.height / frame.height]
  const room = AROUND_EM * em
  const inside = (value: number, most: number) => Math.min(Math.max(value, 0), most)
  return letters.map(({ x0, y0, x1, y1 }) => {
    const left = inside(Math.floor((x0 - room) * scaleX), tile.width - 1)
    const top = inside(Math.floor((y0 - room) * scaleY), tile.height - 1)
    return {
      x0: left,
      y0: top,
      x1: Math.max(left + 1, inside(Math.ceil((x1 + room) * scaleX), tile.width)),
      y1: Math.max(top + 1, inside(Math.ceil((y1 + room) * scaleY), tile.height)),
    }
  })
}

/**
 * The colours of areas of a picture, from dark to bright: each stands for a twentieth of the pixels, so that single
 * pixels do not count.
 */
export function backdropOf({ data, width, height }: Pixels, areas: readonly Rect[]): Backdrop {
  const colors: number[] = []
  for (const { x0, y0, x1, y1 } of areas)
    for (let y = Math.max(0, y0); y < Math.min(height, y1); y += 1)
      for (let x = Math.max(0, x0); x < Math.min(width, x1); x += 1) {
        const at = 4 * (y * width + x)
        colors.push(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0))
      }
  const lights = colors.map((color) => ({ color, light: luminanceOf(color) })).toSorted((a, b) => a.light - b.light)
  const count = Math.min(COLORS, lights.length)
  return Array.from({ length: count }, (_, at) => lights[Math.floor(((at + 0.5) * lights.length) / count)]?.color ?? 0)
}
