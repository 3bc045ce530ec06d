import type { Frame, Rect } from '../../model/index.ts'

/** How far a blur reaches, in standard deviations. */
const REACH = 3
/** Passes of a box filter: three are close to a Gaussian, which browsers draw. */
const PASSES = 3

type Blur = {
  /** The part of the frame that captions cover, on even pixels. */
  readonly region: Rect
  /** Standard deviation, px. */
  readonly blur: number
  readonly frame: Frame
}

/**
 * The filters that blur `[plain]` where the mask says so: `[behind]` is the picture without captions. The stream `1:v`
 * holds the captions and, below them, the mask.
 */
export function blurGraph({ region, blur, frame }: Blur): string {
  const [width, height] = [region.x1 - region.x0, region.y1 - region.y0]
  const wide = grownRegion(region, REACH * blur, frame)
  const [luma, chroma] = [boxRadius(blur), boxRadius(blur / 2)]
  return [
    '[plain]split[whole][under]',
    `[under]${crop(wide)},boxblur=${luma}:${PASSES}:${chroma}:${PASSES},` +
      `crop=${width}:${height}:${region.x0 - wide.x0}:${region.y0 - wide.y0}[soft]`,
    '[1:v]split[upper][lower]',
    `[upper]crop=${width}:${height}:0:0[captions]`,
    `[lower]crop=${width}:${height}:0:${height},alphaextract[mask]`,
    '[soft][mask]alphamerge[glass]',
    `[whole][glass]overlay=${region.x0}:${region.y0}:format=yuv420:eof_action=repeat[behind]`,
  ].join(';')
}

/** Radius of the box filter that blurs like a Gaussian after its passes: each adds a variance of (r² + r) / 3. */
function boxRadius(deviation: number): number {
  return Math.max(1, Math.round((Math.sqrt(1 + (12 / PASSES) * deviation ** 2) - 1) / 2))
}

function crop({ x0, y0, x1, y1 }: Rect): string {
  return `crop=${x1 - x0}:${y1 - y0}:${x0}:${y0}`
}

/** A region with what a blur of it depends on, on even pixels inside the frame. */
function grownRegion({ x0, y0, x1, y1 }: Rect, by: number, { width, height }: Frame): Rect {
  const around = 2 * Math.ceil(by / 2)
  return {
    x0: Math.max(0, x0 - around),
    y0: Math.max(0, y0 - around),
    x1: Math.min(width, x1 + around),
    y1: Math.min(height, y1 + around),
  }
}
