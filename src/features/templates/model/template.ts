import { z } from 'zod'
import { Animation } from './effects/effects.ts'
import { Layout, Look } from './look.ts'

/**
 * A caption template: parameters without code. Lengths in em scale with the letters, so that one template fits every
 * frame. `docs/template-format.md` describes each field.
 */
export const Template = Look.extend({
  /** `/2` allows parts that `/1` has not; a `/1` file stays valid. */
  format: z.enum(['wordpop-template/1', 'wordpop-template/2']),
  id: z.string().regex(/^[a-z][a-z0-9-]{1,40}$/),
  /** Increases with every change of the look; documents refer to one version. */
  version: z.int().min(1),
  name: z.string().min(1).max(40),
  description: z.string().min(1).max(160),
  /**
   * How sizes and heights fit pictures of other shapes: by their shorter side, see `fitTemplate`. Default: they are
   * shares of the height of every picture.
   */
  fit: z.literal('shorter-side').optional(),
  /** The changes for reduced motion. */
  reducedMotion: z.strictObject({
    animation: Animation,
    fill: Look.shape.fill.optional(),
    layout: Layout.optional(),
  }),
})
export type Template = z.output<typeof Template>

/** The template's calm variant: the same look without animation. */
export function withReducedMotion({ reducedMotion, ...template }: Template): Template {
  return {
    ...template,
    animation: reducedMotion.animation,
    fill: reducedMotion.fill ?? template.fill,
    layout: reducedMotion.layout ?? template.layout,
    reducedMotion,
  }
}
