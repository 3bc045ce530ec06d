import { expect, test } from 'vitest'
import { clearPicture, type ColourMatrix, yuvaConverter, yuvaSize } from './yuva.ts'

/** Shares of red and blue in luma: Rec. ITU-R BT.709-6 §3.2 and BT.601-7 §2.5.1. */
const SHARES = { bt709: { red: 0.2126, blue: 0.0722 }, bt601: { red: 0.299, blue: 0.114 } } as const
const [WIDTH, HEIGHT] = [64, 32]
/** Start of the converted part; the picture before it stays transparent. */
const [LEFT, TOP] = [6, 4]
/** Tolerance for rounding of levels and weights. */
const NEAREST = 0.51

test.each(['bt709', 'bt601'] as const)('converts every pixel to the level of the standard: %s', (matrix) => {
  const rgba = pixelsOfAllKinds(WIDTH - LEFT, HEIGHT - TOP)
  const { bytes } = converted(matrix, rgba)
  let furthest = 0
  for (let y = 0; y < HEIGHT - TOP; y += 1)
    for (let x = 0; x < WIDTH - LEFT; x += 1) {
      const at = (y + TOP) * WIDTH + x + LEFT
      const [red = 0, green = 0, blue = 0, alpha] = rgba.subarray(4 * (y * (WIDTH - LEFT) + x))
      expect(bytes[AREA * 1.5 + at]).toBe(alpha)
      if (alpha !== 0) furthest = Math.max(furthest, Math.abs((bytes[at] ?? 0) - lumaOf(matrix, red, green, blue)))
    }
  expect(furthest).toBeLessThan(NEAREST)
})

test.each(['bt709', 'bt601'] as const)('averages the colour of four pixels by their opacity: %s', (matrix) => {
  const width = WIDTH - LEFT
  const rgba = pixelsOfAllKinds(width, HEIGHT - TOP)
  const { bytes } = converted(matrix, rgba)
  let furthest = 0
  for (let y = 0; y < HEIGHT - TOP; y += 2)
    for (let x = 0; x < width; x += 2) {
      const four = [0, 1, width, width + 1].map((beside) => rgba.subarray(4 * (y * width + x + beside)))
      const opacity = four.reduce((sum, [, , , alpha = 0]) => sum + alpha, 0)
      if (opacity === 0) continue
      const mean = (channel: number) =>
        four.reduce((sum, pixel) => sum + (pixel[channel] ?? 0) * (pixel[3] ?? 0), 0) / opacity
      const [u, v] = chromaOf(matrix, mean(0), mean(1), mean(2))
      const at = AREA + ((y + TOP) / 2) * (WIDTH / 2) + (x + LEFT) / 2
      furthest = Math.max(furthest, Math.abs((bytes[at] ?? 0) - u), Math.abs((bytes[at + AREA / 4] ?? 0) - v))
    }
  expect(furthest).toBeLessThan(NEAREST)
})

test('leaves the picture around the converted part unchanged', () => {
  const { bytes } = converted('bt709', pixelsOfAllKinds(WIDTH - LEFT, HEIGHT - TOP))
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      if (x >= LEFT && y >= TOP) continue
      expect([bytes[y * WIDTH + x], bytes[AREA * 1.5 + y * WIDTH + x]]).toEqual([16, 0])
    }
})

const AREA = WIDTH * HEIGHT

function converted(matrix: ColourMatrix, rgba: Uint8ClampedArray) {
  const picture = clearPicture(WIDTH, HEIGHT, new Uint8Array(yuvaSize(WIDTH, HEIGHT)))
  yuvaConverter(matrix)(rgba, LEFT, TOP, WIDTH - LEFT, HEIGHT - TOP, picture)
  return picture
}

/**
 * Blocks of four pixels: different colours, one colour, one colour with several opacities, and partly or fully
 * transparent.
 */
function pixelsOfAllKinds(width: number, height: number): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(4 * width * height)
  let seed = 1
  const next = () => (seed = (seed * 48_271) % 2_147_483_647) % 256
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      const kind = (x / 2 + y / 2) % 5
      const one = [next(), next(), next(), next()]
      for (const beside of [0, 1, width, width + 1]) {
        const other = [next(), next(), next(), next()]
        const colour = kind === 0 || kind === 3 ? other : one
        const alpha = [other[3], one[3], other[3], beside === 0 ? 0 : other[3], 0][kind]
        // A canvas has no colour where nothing is drawn.
        rgba.set(alpha === 0 ? [0, 0, 0, 0] : [...colour.slice(0, 3), alpha ?? 0], 4 * (y * width + x + beside))
      }
    }
  return rgba
}

function lumaOf(matrix: ColourMatrix, red: number, green: number, blue: number): number {
  const share = SHARES[matrix]
  return 16 + (219 / 255) * (share.red * red + (1 - share.red - share.blue) * green + share.blue * blue)
}

function chromaOf(matrix: ColourMatrix, red: number, green: number, blue: number): [number, number] {
  const share = SHARES[matrix]
  const luma = (lumaOf(matrix, red, green, blue) - 16) / 219
  const scaled = (colour: number, part: number) => 128 + (224 * (colour / 255 - luma)) / (2 * (1 - part))
  return [scaled(blue, share.blue), scaled(red, share.red)]
}
