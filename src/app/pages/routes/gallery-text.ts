import { TEMPLATE_TAGS, tagsOf, TEMPLATES, templatePicturePath } from '#features/templates/model/index.ts'
import type { Gallery } from '#features/site/web/index.ts'

/** The catalogue for /templates, as the text of its document: the catalogue itself stays out of public pages. */
export function galleryText(): string {
  const used = new Set<string>(TEMPLATES.flatMap(({ id }) => tagsOf(id)))
  const gallery: Gallery = {
    tags: Object.entries(TEMPLATE_TAGS)
      .filter(([id]) => used.has(id))
      .map(([id, label]) => ({ id, label })),
    templates: TEMPLATES.map((template) => ({
      id: template.id,
      name: template.name,
      description: template.description,
      tags: tagsOf(template.id),
      still: templatePicturePath(template, 'still'),
      moving: templatePicturePath(template, 'moving'),
    })),
  }
  return JSON.stringify(gallery)
}
