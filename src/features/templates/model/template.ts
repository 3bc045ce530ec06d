import { z } from 'zod'
import { Animation } from './effects/effects.ts'
import { Layout, Look } from './look.ts'

/**
 * One caption template: parameters, never code. Lengths in em follow the size of the letters, so one template
 * fits every frame. `docs/template-format.md` explains each field.
 */
export const Template = Look.extend({
  format: z.literal('wordpop-template/1'),
  id: z.string().regex(/^[a-z][a-z0-9-]{1,40}$/),
  /** Grows with every change of the look; a document remembers the version it was made with. */
  version: z.int().min(1),
  name: z.string().min(1).max(40),
  description: z.string().min(1).max(160),
  /** What changes for people who ask for less motion. */
  reducedMotion: z.strictObject({
    animation: Animation,
    fill: Look.shape.fill.optional(),
    layout: Layout.optional(),
  }),
})
export type Template = z.output<typeof Template>

/** The template's calm variant: the same look without movement. */
export function withReducedMotion({ reducedMotion, ...template }: Template): Template {
  return {
    ...template,
    animation: reducedMotion.animation,
    fill: reducedMotion.fill ?? template.fill,
    layout: reducedMotion.layout ?? template.layout,
    reducedMotion,
  }
}
