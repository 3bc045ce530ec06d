import { z } from 'zod'

const Color = z.string().regex(/^#[\da-f]{6}(?:[\da-f]{2})?$/i, 'A colour is #rrggbb or #rrggbbaa')

const Font = z.strictObject({
  family: z
    .string()
    .regex(/^[\w .-]{1,80}$/)
    .optional(),
  weight: z.int().min(100).max(900).optional(),
  /** Height of an em, as a fraction of the frame's height. */
  size: z.number().min(0.01).max(0.3).optional(),
  case: z.enum(['as-typed', 'upper']).optional(),
})
const Fill = z.strictObject({ upcoming: Color.optional(), active: Color.optional(), spoken: Color.optional() })
const Stroke = z.strictObject({
  /** Outside the letter, in em. */
  width: z.number().min(0).max(0.5).optional(),
  color: Color.optional(),
})
const Box = z.strictObject({ color: Color.optional() })
const Layout = z.strictObject({
  /** Middle of the caption, as a fraction of the frame's height from its top. */
  y: z.number().min(0.05).max(0.95).optional(),
  align: z.enum(['center', 'start']).optional(),
  /** Words on screen at once; null shows the whole caption. */
  maxWords: z.int().min(1).max(20).nullable().optional(),
})

/**
 * What a creator changed about a template's look, by the template's own names and units. Every part is
 * optional: what is absent stays the template's, so that a newer version of it still shows through.
 */
export const StylePatch = z.strictObject({
  font: Font.optional(),
  fill: Fill.optional(),
  stroke: Stroke.optional(),
  box: Box.optional(),
  layout: Layout.optional(),
})
export type StylePatch = z.output<typeof StylePatch>

/**
 * One patch over another, part by part and name by name: what `over` says wins.
 * @returns a new patch; neither input is changed
 */
export function mergeStyles(under: StylePatch, over: StylePatch): StylePatch {
  return {
    ...((under.font ?? over.font) && { font: { ...under.font, ...over.font } }),
    ...((under.fill ?? over.fill) && { fill: { ...under.fill, ...over.fill } }),
    ...((under.stroke ?? over.stroke) && { stroke: { ...under.stroke, ...over.stroke } }),
    ...((under.box ?? over.box) && { box: { ...under.box, ...over.box } }),
    ...((under.layout ?? over.layout) && { layout: { ...under.layout, ...over.layout } }),
  }
}
