import { AppError } from '#platform/shared/errors.ts'
import accessibleBlock1 from './templates/accessible-block/1.json' with { type: 'json' }
import bounce1 from './templates/bounce/1.json' with { type: 'json' }
import boxed1 from './templates/boxed/1.json' with { type: 'json' }
import build1 from './templates/build/1.json' with { type: 'json' }
import cleanLine1 from './templates/clean-line/1.json' with { type: 'json' }
import followPill1 from './templates/follow-pill/1.json' with { type: 'json' }
import karaoke1 from './templates/karaoke/1.json' with { type: 'json' }
import oneWordPop1 from './templates/one-word-pop/1.json' with { type: 'json' }
import type { Template } from './template.ts'

/** The reference of a document to a published version of a template. */
export type TemplateVersion = Pick<Template, 'id' | 'version'>

// A test parses each file. Parsing them here would delay the editor more than drawing its first caption.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript reads the literals of JSON as strings
const FILES = [
  karaoke1,
  followPill1,
  bounce1,
  oneWordPop1,
  build1,
  cleanLine1,
  boxed1,
  accessibleBlock1,
] as readonly Template[]

/** All versions ever published: templates in display order, versions from old to new. */
export const PUBLISHED: readonly Template[] = FILES

/** The newest version of every template, in display order. */
export const TEMPLATES: readonly Template[] = newestOf(PUBLISHED)

/** The newest version of each template in a list of versions. */
export function newestOf(published: readonly Template[]): Template[] {
  return [...new Map(published.map((template) => [template.id, template])).values()]
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
  const nearest = versions.find((template) => template.version === version) ?? versions.at(-1) ?? published[0]
  if (nearest === undefined) throw new Error('no template is published')
  return nearest
}
