import { AppError } from '#platform/shared/errors.ts'
import type { CatalogueEntry } from './catalogue-entry.ts'
import { TEMPLATE_FILES } from './catalogue-files.ts'
import type { TemplateTag } from './template-tags.ts'
import type { Template } from './template.ts'

/** The reference of a document to a published version of a template. */
export type TemplateVersion = Pick<Template, 'id' | 'version'>

/** The files of a template from old to new; the first one also says where and for what the template is shown. */
type Files = readonly [Template & { readonly catalogue: CatalogueEntry }, ...Template[]]

// A test parses each file; parsing them here would delay the editor more than drawing its first caption.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript reads the literals of JSON as strings
const FILES = TEMPLATE_FILES as readonly Files[]

const TAGS: ReadonlyMap<string, readonly TemplateTag[]> = new Map(
  FILES.map(([{ id, catalogue }]) => [id, catalogue.tags]),
)

/** All versions ever published: templates in display order, versions from old to new. */
export const PUBLISHED: readonly Template[] = FILES.flatMap(versionsOf)

/** The newest version of every template, in display order. */
export const TEMPLATES: readonly Template[] = newestOf(PUBLISHED)

/**
 * All versions of a template. One whose first version says nothing about other pictures, and that has no second file,
 * gets a second version: the same look, which fits them. Derived, so that the editor does not load those looks twice.
 */
function versionsOf([file, ...later]: Files): Template[] {
  const { catalogue: _, ...first } = file
  const isWhole = first.fit !== undefined || later[0]?.version === 2
  return isWhole ? [first, ...later] : [first, fitted(first), ...later]
}

function fitted(first: Template): Template {
  return { ...first, format: 'wordpop-template/2', version: 2, fit: 'shorter-side' }
}

/** The newest version of each template in a list of versions. */
export function newestOf(published: readonly Template[]): Template[] {
  return [...new Map(published.map((template) => [template.id, template])).values()]
}

/** What a template is for, the most fitting tag first; empty for one that was never published here. */
export function tagsOf(templateId: string): readonly TemplateTag[] {
  return TAGS.get(templateId) ?? []
}

/**
 * The newest version of a template, for showcases. Documents refer to a version and use {@link templateByRef}.
 * @throws AppError `not_found`
 */
export function newestTemplate(id: string): Template {
  const found = TEMPLATES.find((template) => template.id === id)
  if (found === undefined) throw new AppError('not_found', 'That caption template does not exist.', { template: id })
  return found
}

/**
 * Exactly the version that a document refers to.
 * @throws AppError `not_found` for a template or version that was never published here
 */
export function templateByRef({ id, version }: TemplateVersion): Template {
  const found = PUBLISHED.find((template) => template.id === id && template.version === version)
  if (found !== undefined) return found
  const { name } = newestTemplate(id)
  throw new AppError(
    'not_found',
    `These captions use version ${version} of the template ${name}, which is not available here. Choose a template again.`,
    { template: id, version },
  )
}

/**
 * The version to show in an editor: the referenced one, or else the newest one of the same template, or else the first
 * template. The document keeps its reference.
 */
export function nearestTemplate({ id, version }: TemplateVersion, published = PUBLISHED): Template {
  const versions = published.filter((template) => template.id === id)
  const nearest = versions.find((template) => template.version === version) ?? versions.at(-1) ?? newestOf(published)[0]
  if (nearest === undefined) throw new Error('no template is published')
  return nearest
}
