import type { Rgb } from '#platform/shared/light.ts'

/** Colours of which similar ones are left out. */
export type ColorSample = {
  add(colors: readonly Rgb[]): void
  /** At most 8,192 colours. */
  all(): readonly Rgb[]
}

/** Colours with the same upper four bits of red, green and blue are similar. */
const CELLS = 16 ** 3
const NONE = -1

/** Of similar colours, the darkest and the brightest are kept. */
export function sampleColors(): ColorSample {
  const darkest = new Int32Array(CELLS).fill(NONE)
  const brightest = new Int32Array(CELLS).fill(NONE)
  const cells: number[] = []
  return {
    add(colors) {
      for (const color of colors) {
        const cell = ((color >> 12) & 0xf_00) | ((color >> 8) & 0xf0) | ((color >> 4) & 0xf)
        const dark = darkest[cell] ?? NONE
        if (dark === NONE) cells.push(cell)
        if (dark === NONE || weightOf(color) < weightOf(dark)) darkest[cell] = color
        if (dark === NONE || weightOf(color) > weightOf(brightest[cell] ?? NONE)) brightest[cell] = color
      }
    },
    all: () => [...new Set(cells.flatMap((cell) => [darkest[cell] ?? NONE, brightest[cell] ?? NONE]))],
  }
}

/** Orders similar colours by their light, without its exact value. */
function weightOf(color: Rgb): number {
  return 2 * ((color >> 16) & 255) + 7 * ((color >> 8) & 255) + (color & 255)
}
