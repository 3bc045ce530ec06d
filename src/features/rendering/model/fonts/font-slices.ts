import type { FontFace } from './fonts.ts'

/** The files into which the font of a script is cut: name → the characters in it, as ranges of hexadecimal numbers. */
export type FontSlices = Readonly<Record<string, string>>

/** A file with some characters of a font. */
export type FontSlice = Pick<FontFace, 'family' | 'weight' | 'file'> & {
  /** For the `unicodeRange` of a CSS font face. */
  readonly unicodeRange: string
}

/**
 * The files of a font with the characters of a text. Their letters are of another release than those of the whole file:
 * as wide, and up to a pixel different. So they draw samples, and never captions that are exported.
 * @param face a font in one file for its whole script
 */
export function slicesFor({ family, weight, package: name }: FontFace, text: string, slices: FontSlices): FontSlice[] {
  const points = [...new Set(text)].map((char) => char.codePointAt(0) ?? 0)
  return Object.entries(slices)
    .filter(([, ranges]) => hasSome(ranges, points))
    .map(([slice, ranges]) => ({
      family,
      weight,
      file: sliceFile(name ?? '', slice, weight),
      unicodeRange: `U+${ranges.replaceAll(',', ',U+')}`,
    }))
}

/**
 * The name of a slice's file under `/fonts/`.
 * @param name npm package `@fontsource/<name>`
 */
export function sliceFile(name: string, slice: string, weight: string | number): string {
  return `${name}-${slice}-${weight}-normal.woff2`
}

/** Reads each of thousands of ranges once. */
function hasSome(ranges: string, points: readonly number[]): boolean {
  return ranges.split(',').some((range) => {
    const [first = '', last = first] = range.split('-')
    const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)]
    return points.some((point) => point >= from && point <= to)
  })
}
