import type { Layout, Look } from './look.ts'
import type { Template } from './template.ts'

/** Width and height of an upright picture, in any unit. */
export type PictureShape = { readonly w: number; readonly h: number }

/** The shape that looks are designed for, width to height. */
const UPRIGHT = 9 / 16
/** The shape from which on captions stand lowest, width to height. */
const WIDE = 16 / 9
/**
 * The greatest growth of letters in a wider picture. As large as in an upright picture of the same shorter side would be
 * 16/9; on a wide screen that covers more of the speaker than captions on television do.
 */
const MOST_GROWTH = 1.6
/** How far captions of a wide picture move down, and the lowest centre they move to, as shares of the height. */
const DROP = 0.13
const LOWEST = 0.86

/**
 * The template in a picture of this shape. Sizes and heights of a template are shares of the height of an upright
 * picture, as phones show it. In a wider one the letters keep about their size relative to the shorter side, and captions
 * in the lower half move towards the lower edge, where nothing else is drawn. Templates published without `fit`, and
 * upright pictures, stay as they are.
 * @returns a template without `fit`, which fitting again does not change; the same object for the same arguments
 */
export function fitTemplate(template: Template, { w, h }: PictureShape): Template {
  if (template.fit === undefined) return template
  const aspect = aspectOf({ w, h })
  const fitted = FITTED.get(template)?.get(aspect) ?? fitToAspect(template, aspect)
  FITTED.set(template, (FITTED.get(template) ?? new Map<number, Template>()).set(aspect, fitted))
  return fitted
}

/** Templates by aspect: an equal object lets the painter keep what it laid out. */
const FITTED = new WeakMap<Template, Map<number, Template>>()

/** A size and a height of the centre, as shares of the height of a picture. */
type Measures = { readonly size: number | undefined; readonly y: number | undefined }

/**
 * A size and height that were set in a picture of one shape, for another: what templates with `fit` do, and its inverse.
 * Equal in pictures of the same aspect.
 */
export function refit({ size, y }: Measures, from: PictureShape, to: PictureShape): Measures {
  const [was, is] = [changeAt(aspectOf(from)), changeAt(aspectOf(to))]
  const raised = y === undefined || y < 0.5 ? y : Math.max(0.5, y - was.drop)
  return {
    size: size === undefined ? undefined : grown(size, is.growth / was.growth),
    y: was.drop === is.drop || raised === undefined ? y : loweredBy(raised, is.drop),
  }
}

function aspectOf({ w, h }: PictureShape): number {
  return Math.max(w / h, UPRIGHT)
}

/** How much letters grow and captions move down in a picture. */
function changeAt(aspect: number): { readonly growth: number; readonly drop: number } {
  return {
    growth: Math.min(Math.min(aspect, 1) / UPRIGHT, MOST_GROWTH),
    drop: DROP * Math.min((aspect - UPRIGHT) / (WIDE - UPRIGHT), 1),
  }
}

function fitToAspect(template: Template, aspect: number): Template {
  const { fit: _, ...fitted } = template
  const { growth, drop } = changeAt(aspect)
  const { layout, font, reducedMotion } = fitted
  return {
    ...fitted,
    font: { ...font, size: grown(font.size, growth) },
    layout: lowered(layout, drop),
    reducedMotion: {
      ...reducedMotion,
      ...(reducedMotion.layout && { layout: lowered(reducedMotion.layout, drop) }),
    },
  }
}

function grown(size: Look['font']['size'], growth: number): number {
  return Math.max(Math.min(rounded(size * growth), LARGEST), SMALLEST)
}

/** The sizes that a look may have, as shares of the height. */
const [SMALLEST, LARGEST] = [0.01, 0.3]

function lowered(layout: Layout, drop: number): Layout {
  return { ...layout, y: loweredBy(layout.y, drop) }
}

function loweredBy(y: number, drop: number): number {
  return y < 0.5 ? y : rounded(Math.max(y, Math.min(y + drop, LOWEST)))
}

/** Sliders show these values. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
