/** An opaque colour as 0xRRGGBB. */
export type Rgb = number

/** A colour of a look, split into its light and its opacity from 0 to 1. */
export type Paint = { readonly rgb: Rgb; readonly alpha: number }

/** Linear light of each sRGB level (WCAG 2.2, relative luminance). */
const LINEAR = Array.from({ length: 256 }, (_, level) => {
  const share = level / 255
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

/** The paint of `#rrggbb` or `#rrggbbaa`. */
export function paintOf(color: string): Paint {
  const alpha = color.length > 7 ? Number.parseInt(color.slice(7, 9), 16) / 255 : 1
  return { rgb: Number.parseInt(color.slice(1, 7), 16), alpha }
}

/** A colour seen through a paint of which a share, 0 to 1, is there; blended as a canvas does. */
export function through(under: Rgb, { rgb, alpha }: Paint, share = 1): Rgb {
  const part = alpha * share
  const mixed = (shift: number) => Math.round(level(under, shift) * (1 - part) + level(rgb, shift) * part)
  return (mixed(16) << 16) | (mixed(8) << 8) | mixed(0)
}

/** The relative luminance of a colour, 0 to 1. */
export function luminanceOf(rgb: Rgb): number {
  return (
    0.2126 * (LINEAR[level(rgb, 16)] ?? 0) +
    0.7152 * (LINEAR[level(rgb, 8)] ?? 0) +
    0.0722 * (LINEAR[level(rgb, 0)] ?? 0)
  )
}

/** The contrast ratio of two luminances, 1 to 21 (WCAG 2.2 §1.4.3). */
export function ratioOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function level(rgb: Rgb, shift: number): number {
  return (rgb >> shift) & 255
}
