import { z } from 'zod'
import { TEMPLATE_TAGS, type TemplateTag } from './template-tags.ts'

const Tag = z.custom<TemplateTag>((tag) => typeof tag === 'string' && Object.hasOwn(TEMPLATE_TAGS, tag))

/** What the first file of a template says about the catalogue, beside the look. Unlike the look, it may change. */
export const CatalogueEntry = z.strictObject({
  /** Templates are shown in the order of their places, which are different. */
  place: z.number(),
  /** What the template is for, the most fitting tag first; each once. */
  tags: z
    .array(Tag)
    .min(1)
    .refine((tags) => new Set(tags).size === tags.length),
})
export type CatalogueEntry = z.output<typeof CatalogueEntry>
