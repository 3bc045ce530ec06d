import { fitTemplate, nearestTemplate, templateByRef, type Template } from '#features/templates/model/index.ts'
import type { CaptionDocument } from './document.ts'

/**
 * The template of the captions, fitted to the shape of their video: the version that they name, or the nearest one if it
 * is not available here.
 */
export function templateOf({ template, media }: Pick<CaptionDocument, 'template' | 'media'>): Template {
  return fitTemplate(nearestTemplate(template), media)
}

/**
 * Exactly the version that the captions name, fitted to the shape of their video.
 * @throws AppError `not_found` for a template or version that was never published here
 */
export function exactTemplateOf({ template, media }: Pick<CaptionDocument, 'template' | 'media'>): Template {
  return fitTemplate(templateByRef(template), media)
}
