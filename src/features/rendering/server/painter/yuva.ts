/** The colour matrix from RGB to luma and chroma. */
export type ColourMatrix = 'bt709' | 'bt601'

/** A `yuva420p` picture: planes of luma, two of chroma at half size, and alpha. */
export type YuvaPicture = { readonly width: number; readonly height: number; readonly bytes: Uint8Array }

/**
 * Integer weights for limited range, in 1/65536: luma of R, G, B, then the two chroma components.
 * Rec. ITU-R BT.709-6 §3 and BT.601-7 §2.5, times 219/255 and 224/255.
 */
const WEIGHTS = {
  bt709: { y: [11_966, 40_254, 4_064], u: [-6_596, -22_189, 28_784], v: [28_784, -26_145, -2_639] },
  bt601: { y: [16_829, 33_039, 6_416], u: [-9_714, -19_070, 28_784], v: [28_784, -24_103, -4_681] },
} as const satisfies Record<ColourMatrix, Record<'y' | 'u' | 'v', readonly [number, number, number]>>

/** Bytes of a picture; width and height are even. */
export function yuvaSize(width: number, height: number): number {
  return 2 * width * height + (width * height) / 2
}

/** A fully transparent picture in `bytes`, which must have `yuvaSize` bytes. */
export function clearPicture(width: number, height: number, bytes: Uint8Array): YuvaPicture {
  const area = width * height
  bytes.fill(16, 0, area)
  bytes.fill(128, area, area + area / 2)
  bytes.fill(0, area + area / 2)
  return { width, height, bytes }
}

/**
 * Creates a converter for one colour matrix, from straight-alpha RGBA to straight-alpha 4:2:0.
 *
 * ffmpeg's own conversion would use BT.601 for every picture. Chroma is averaged over four pixels by their opacity, so
 * that no colour of a transparent pixel bleeds into an edge.
 * @returns a function that writes `rgba`, of even size `width` × `height`, at even `x`, `y` of `target`
 */
export function yuvaConverter(matrix: ColourMatrix) {
  const {
    y: [yr, yg, yb],
    u: [ur, ug, ub],
    v: [vr, vg, vb],
  } = WEIGHTS[matrix]
  const luma = (p: number) => 16 + ((yr * (p & 255) + yg * ((p >> 8) & 255) + yb * ((p >> 16) & 255) + 32_768) >> 16)
  // Hot path, for every changed pixel of every frame: uses 32-bit numbers and allocates no object.
  return function convert(
    rgba: Uint8ClampedArray,
    x: number,
    y: number,
    width: number,
    height: number,
    target: YuvaPicture,
  ): void {
    const pixels = new Int32Array(rgba.buffer, rgba.byteOffset, width * height)
    const out = target.bytes
    const stride = target.width
    const area = stride * target.height
    const quarter = area >> 2
    for (let row = 0; row < height; row += 2) {
      let top = row * width
      const rowEnd = top + width
      let above = (y + row) * stride + x
      let u = area + ((y + row) >> 1) * (stride >> 1) + (x >> 1)
      for (; top < rowEnd; top += 2, above += 2, u += 1) {
        const p0 = pixels[top] ?? 0
        const p1 = pixels[top + 1] ?? 0
        const p2 = pixels[top + width] ?? 0
        const p3 = pixels[top + width + 1] ?? 0
        const below = above + stride
        const alpha = above + area + 2 * quarter
        out[alpha] = p0 >>> 24
        out[alpha + 1] = p1 >>> 24
        out[alpha + stride] = p2 >>> 24
        out[alpha + stride + 1] = p3 >>> 24
        const opacity = (p0 >>> 24) + (p1 >>> 24) + (p2 >>> 24) + (p3 >>> 24)
        if (opacity === 0) continue
        out[above] = luma(p0)
        if ((((p0 ^ p1) | (p0 ^ p2) | (p0 ^ p3)) & 0xff_ff_ff) === 0) {
          // Inside letters, outlines and shadows: one colour, with any opacity.
          out[above + 1] = out[below] = out[below + 1] = luma(p0)
          out[u] = chroma(ur, ug, ub, p0 & 255, (p0 >> 8) & 255, (p0 >> 16) & 255, 1)
          out[u + quarter] = chroma(vr, vg, vb, p0 & 255, (p0 >> 8) & 255, (p0 >> 16) & 255, 1)
          continue
        }
        out[above + 1] = luma(p1)
        out[below] = luma(p2)
        out[below + 1] = luma(p3)
        const r = weighted(p0, p1, p2, p3, 0)
        const g = weighted(p0, p1, p2, p3, 8)
        const b = weighted(p0, p1, p2, p3, 16)
        out[u] = chroma(ur, ug, ub, r, g, b, opacity)
        out[u + quarter] = chroma(vr, vg, vb, r, g, b, opacity)
      }
    }
  }
}

/** A chroma value, from the channel sums and the total opacity. */
function chroma(wr: number, wg: number, wb: number, r: number, g: number, b: number, opacity: number): number {
  return 128.5 + (wr * r + wg * g + wb * b) * (1 / (opacity * 65_536))
}

/** The sum of one channel over four pixels, weighted by opacity. */
function weighted(p0: number, p1: number, p2: number, p3: number, bit: 0 | 8 | 16): number {
  const upper = ((p0 >> bit) & 255) * (p0 >>> 24) + ((p1 >> bit) & 255) * (p1 >>> 24)
  return upper + ((p2 >> bit) & 255) * (p2 >>> 24) + ((p3 >> bit) & 255) * (p3 >>> 24)
}
