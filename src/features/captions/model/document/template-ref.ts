import { z } from 'zod'
import { Id } from './scalars.ts'

/** The template that draws the captions. */
export const TemplateRef = z.strictObject({ id: Id, version: z.int().min(1) })
export type TemplateRef = z.output<typeof TemplateRef>
