import { z } from 'zod'
import { Id } from './scalars.ts'

/** Which template draws the captions. */
export const TemplateRef = z.strictObject({ id: Id, version: z.int().min(1) })
export type TemplateRef = z.output<typeof TemplateRef>

/** The brand kit that a document follows, and the revision it was last made with. */
export const BrandKitRef = z.strictObject({ id: Id, revision: z.int().min(1) })
