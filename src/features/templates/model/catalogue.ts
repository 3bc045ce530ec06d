import { AppError } from '#platform/shared/errors.ts'
import accessibleBlock from './templates/accessible-block.json' with { type: 'json' }
import bounce from './templates/bounce.json' with { type: 'json' }
import boxed from './templates/boxed.json' with { type: 'json' }
import build from './templates/build.json' with { type: 'json' }
import cleanLine from './templates/clean-line.json' with { type: 'json' }
import followPill from './templates/follow-pill.json' with { type: 'json' }
import karaoke from './templates/karaoke.json' with { type: 'json' }
import oneWordPop from './templates/one-word-pop.json' with { type: 'json' }
import { Template } from './template.ts'

/** The templates we ship, in the order a creator meets them. */
export const TEMPLATES: readonly Template[] = [
  karaoke,
  followPill,
  bounce,
  oneWordPop,
  build,
  cleanLine,
  boxed,
  accessibleBlock,
].map((json) => Template.parse(json))

/**
 * The template with this id.
 * @throws AppError `not_found`
 */
export function templateById(id: string): Template {
  const found = TEMPLATES.find((template) => template.id === id)
  if (found === undefined) throw new AppError('not_found', 'That caption template does not exist.', { template: id })
  return found
}
