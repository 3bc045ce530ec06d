import { z } from 'zod'
import { Id } from './scalars.ts'

/** The template that draws the captions. */
export const TemplateRef = z.strictObject({ id: Id, version: z.int().min(1) })
export type TemplateRef = z.output<typeof TemplateRef>

/** The brand kit of a document, and the revision it last used. */
export const BrandKitRef = z.strictObject({ id: Id, revision: z.int().min(1) })
