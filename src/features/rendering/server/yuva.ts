/** Which numbers turn red, green and blue into brightness and two colour differences. */
export type ColourMatrix = 'bt709' | 'bt601'

/** A picture of brightness, two halved colour planes and opacity (`yuva420p`), one after another. */
export type YuvaPicture = { readonly width: number; readonly height: number; readonly bytes: Uint8Array }

/**
 * Integer weights for limited range, in 1/65536: brightness of R, G, B, then the two colour differences.
 * Rec. ITU-R BT.709-6 §3 and BT.601-7 §2.5, times 219/255 and 224/255.
 */
const WEIGHTS = {
  bt709: { y: [11_966, 40_254, 4_064], u: [-6_596, -22_189, 28_784], v: [28_784, -26_145, -2_639] },
  bt601: { y: [16_829, 33_039, 6_416], u: [-9_714, -19_070, 28_784], v: [28_784, -24_103, -4_681] },
} as const satisfies Record<ColourMatrix, Record<'y' | 'u' | 'v', readonly [number, number, number]>>

/** Bytes of a picture of this even size. */
export function yuvaSize(width: number, height: number): number {
  return 2 * width * height + (width * height) / 2
}

/** A fully transparent picture over `bytes`, which must have `yuvaSize` of them. */
export function clearPicture(width: number, height: number, bytes: Uint8Array): YuvaPicture {
  const area = width * height
  bytes.fill(16, 0, area)
  bytes.fill(128, area, area + area / 2)
  bytes.fill(0, area + area / 2)
  return { width, height, bytes }
}

/**
 * A converter for one colour matrix, from straight-alpha RGBA to straight-alpha 4:2:0.
 *
 * ffmpeg's own conversion would use BT.601 for every picture. Colour is averaged over four pixels by their
 * opacity, so that nothing of a transparent pixel's colour bleeds into an edge.
 * @returns a function that writes `rgba`, of even size `width` × `height`, at even `x`, `y` of `target`
 */
export function yuvaConverter(matrix: ColourMatrix) {
  const { y: [yr, yg, yb], u: [ur, ug, ub], v: [vr, vg, vb] } = WEIGHTS[matrix]
  // One function with local numbers only: it runs for every changed pixel of every frame.
  return function convert(rgba: Uint8ClampedArray, x: number, y: number, width: number, height: number, target: YuvaPicture): void {
    const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height)
    const out = target.bytes
    const stride = target.width
    const area = stride * target.height
    const colours = stride >> 1
    const uAt = area
    const vAt = area + (area >> 2)
    const aAt = area + (area >> 1)
    for (let row = 0; row < height; row += 2) {
      let top = row * width
      let bottom = top + width
      let above = (y + row) * stride + x
      let below = above + stride
      let colour = ((y + row) >> 1) * colours + (x >> 1)
      for (let end = top + width; top < end; top += 2, bottom += 2, above += 2, below += 2, colour += 1) {
        const p0 = pixels[top] ?? 0
        const p1 = pixels[top + 1] ?? 0
        const p2 = pixels[bottom] ?? 0
        const p3 = pixels[bottom + 1] ?? 0
        if ((p0 | p1 | p2 | p3) >>> 24 === 0) {
          out[aAt + above] = out[aAt + above + 1] = out[aAt + below] = out[aAt + below + 1] = 0
          continue
        }
        const a0 = p0 >>> 24
        const a1 = p1 >>> 24
        const a2 = p2 >>> 24
        const a3 = p3 >>> 24
        out[aAt + above] = a0
        out[aAt + above + 1] = a1
        out[aAt + below] = a2
        out[aAt + below + 1] = a3
        const r0 = p0 & 255
        const g0 = (p0 >>> 8) & 255
        const b0 = (p0 >>> 16) & 255
        const y0 = 16 + ((yr * r0 + yg * g0 + yb * b0 + 32_768) >> 16)
        out[above] = y0
        if (p0 === p1 && p0 === p2 && p0 === p3) {
          out[above + 1] = out[below] = out[below + 1] = y0
          out[uAt + colour] = 128 + ((ur * r0 + ug * g0 + ub * b0 + 32_768) >> 16)
          out[vAt + colour] = 128 + ((vr * r0 + vg * g0 + vb * b0 + 32_768) >> 16)
          continue
        }
        const r1 = p1 & 255
        const g1 = (p1 >>> 8) & 255
        const b1 = (p1 >>> 16) & 255
        const r2 = p2 & 255
        const g2 = (p2 >>> 8) & 255
        const b2 = (p2 >>> 16) & 255
        const r3 = p3 & 255
        const g3 = (p3 >>> 8) & 255
        const b3 = (p3 >>> 16) & 255
        out[above + 1] = 16 + ((yr * r1 + yg * g1 + yb * b1 + 32_768) >> 16)
        out[below] = 16 + ((yr * r2 + yg * g2 + yb * b2 + 32_768) >> 16)
        out[below + 1] = 16 + ((yr * r3 + yg * g3 + yb * b3 + 32_768) >> 16)
        const scale = 1 / ((a0 + a1 + a2 + a3) * 65_536)
        const r = r0 * a0 + r1 * a1 + r2 * a2 + r3 * a3
        const g = g0 * a0 + g1 * a1 + g2 * a2 + g3 * a3
        const b = b0 * a0 + b1 * a1 + b2 * a2 + b3 * a3
        out[uAt + colour] = 128.5 + (ur * r + ug * g + ub * b) * scale
        out[vAt + colour] = 128.5 + (vr * r + vg * g + vb * b) * scale
      }
    }
  }
}
