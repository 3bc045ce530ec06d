import { AppError } from '#platform/shared/errors.ts'
import accessibleBlock1 from './templates/accessible-block/1.json' with { type: 'json' }
import accessibleBlock3 from './templates/accessible-block/3.json' with { type: 'json' }
import arcade1 from './templates/arcade/1.json' with { type: 'json' }
import bigStack1 from './templates/big-stack/1.json' with { type: 'json' }
import bigStack3 from './templates/big-stack/3.json' with { type: 'json' }
import bounce1 from './templates/bounce/1.json' with { type: 'json' }
import bounce3 from './templates/bounce/3.json' with { type: 'json' }
import boxed1 from './templates/boxed/1.json' with { type: 'json' }
import brush1 from './templates/brush/1.json' with { type: 'json' }
import build1 from './templates/build/1.json' with { type: 'json' }
import build3 from './templates/build/3.json' with { type: 'json' }
import chatBubble1 from './templates/chat-bubble/1.json' with { type: 'json' }
import chatBubble3 from './templates/chat-bubble/3.json' with { type: 'json' }
import chrome1 from './templates/chrome/1.json' with { type: 'json' }
import chrome3 from './templates/chrome/3.json' with { type: 'json' }
import cinema1 from './templates/cinema/1.json' with { type: 'json' }
import cleanLine1 from './templates/clean-line/1.json' with { type: 'json' }
import cleanLine3 from './templates/clean-line/3.json' with { type: 'json' }
import comic1 from './templates/comic/1.json' with { type: 'json' }
import documentary1 from './templates/documentary/1.json' with { type: 'json' }
import documentary3 from './templates/documentary/3.json' with { type: 'json' }
import duoOutline1 from './templates/duo-outline/1.json' with { type: 'json' }
import duoOutline3 from './templates/duo-outline/3.json' with { type: 'json' }
import editorial1 from './templates/editorial/1.json' with { type: 'json' }
import editorial3 from './templates/editorial/3.json' with { type: 'json' }
import editorial4 from './templates/editorial/4.json' with { type: 'json' }
import followPill1 from './templates/follow-pill/1.json' with { type: 'json' }
import followPill3 from './templates/follow-pill/3.json' with { type: 'json' }
import frosted1 from './templates/frosted/1.json' with { type: 'json' }
import frosted2 from './templates/frosted/2.json' with { type: 'json' }
import glitch1 from './templates/glitch/1.json' with { type: 'json' }
import glitch3 from './templates/glitch/3.json' with { type: 'json' }
import halo1 from './templates/halo/1.json' with { type: 'json' }
import handwritten1 from './templates/handwritten/1.json' with { type: 'json' }
import headline1 from './templates/headline/1.json' with { type: 'json' }
import headline3 from './templates/headline/3.json' with { type: 'json' }
import hollow1 from './templates/hollow/1.json' with { type: 'json' }
import hollow3 from './templates/hollow/3.json' with { type: 'json' }
import karaoke1 from './templates/karaoke/1.json' with { type: 'json' }
import karaokeStage1 from './templates/karaoke-stage/1.json' with { type: 'json' }
import karaokeSweep1 from './templates/karaoke-sweep/1.json' with { type: 'json' }
import lineFocus1 from './templates/line-focus/1.json' with { type: 'json' }
import lineFocus3 from './templates/line-focus/3.json' with { type: 'json' }
import marker1 from './templates/marker/1.json' with { type: 'json' }
import marker3 from './templates/marker/3.json' with { type: 'json' }
import neon1 from './templates/neon/1.json' with { type: 'json' }
import neon3 from './templates/neon/3.json' with { type: 'json' }
import oneWordPop1 from './templates/one-word-pop/1.json' with { type: 'json' }
import podcastDuo1 from './templates/podcast-duo/1.json' with { type: 'json' }
import podcastDuo3 from './templates/podcast-duo/3.json' with { type: 'json' }
import priceTag1 from './templates/price-tag/1.json' with { type: 'json' }
import priceTag3 from './templates/price-tag/3.json' with { type: 'json' }
import quoteCard1 from './templates/quote-card/1.json' with { type: 'json' }
import receipt1 from './templates/receipt/1.json' with { type: 'json' }
import retro1 from './templates/retro/1.json' with { type: 'json' }
import retro3 from './templates/retro/3.json' with { type: 'json' }
import riseAndFall1 from './templates/rise-and-fall/1.json' with { type: 'json' }
import scoreboard1 from './templates/scoreboard/1.json' with { type: 'json' }
import scramble1 from './templates/scramble/1.json' with { type: 'json' }
import scramble3 from './templates/scramble/3.json' with { type: 'json' }
import serifPunch1 from './templates/serif-punch/1.json' with { type: 'json' }
import serifPunch3 from './templates/serif-punch/3.json' with { type: 'json' }
import serifPunch4 from './templates/serif-punch/4.json' with { type: 'json' }
import shimmer1 from './templates/shimmer/1.json' with { type: 'json' }
import shimmer3 from './templates/shimmer/3.json' with { type: 'json' }
import shopSign1 from './templates/shop-sign/1.json' with { type: 'json' }
import sticker1 from './templates/sticker/1.json' with { type: 'json' }
import sunset1 from './templates/sunset/1.json' with { type: 'json' }
import sunset3 from './templates/sunset/3.json' with { type: 'json' }
import terminal1 from './templates/terminal/1.json' with { type: 'json' }
import terminal3 from './templates/terminal/3.json' with { type: 'json' }
import ticket1 from './templates/ticket/1.json' with { type: 'json' }
import typewriter1 from './templates/typewriter/1.json' with { type: 'json' }
import typewriter3 from './templates/typewriter/3.json' with { type: 'json' }
import wave1 from './templates/wave/1.json' with { type: 'json' }
import type { TemplateTag } from './template-tags.ts'
import type { Template } from './template.ts'

/** The reference of a document to a published version of a template. */
export type TemplateVersion = Pick<Template, 'id' | 'version'>

/** A template in the catalogue: all of its versions from old to new, and what it is for. */
type Entry = {
  readonly versions: readonly [TemplateVersion, ...TemplateVersion[]]
  readonly tags: readonly [TemplateTag, ...TemplateTag[]]
}

/**
 * The second version of all first templates: the same look, which fits pictures of other shapes. Derived, so that the
 * editor does not load every look twice.
 */
function fitted(first: TemplateVersion): TemplateVersion & Pick<Template, 'format' | 'fit'> {
  return { ...first, format: 'wordpop-template/2', version: 2, fit: 'shorter-side' }
}

/** The templates in display order. Order and tags may change, unlike the published JSON. */
const CATALOGUE: readonly Entry[] = [
  { versions: [karaoke1, fitted(karaoke1)], tags: ['karaoke', 'bold', 'music'] },
  { versions: [followPill1, fitted(followPill1), followPill3], tags: ['karaoke', 'playful', 'education'] },
  { versions: [bounce1, fitted(bounce1), bounce3], tags: ['bold', 'playful', 'gaming'] },
  { versions: [oneWordPop1, fitted(oneWordPop1)], tags: ['one-word', 'bold', 'fitness'] },
  { versions: [build1, fitted(build1), build3], tags: ['story', 'bold', 'education'] },
  { versions: [cleanLine1, fitted(cleanLine1), cleanLine3], tags: ['calm', 'elegant', 'business'] },
  { versions: [frosted1, frosted2], tags: ['calm', 'elegant', 'podcast'] },
  { versions: [boxed1, fitted(boxed1)], tags: ['podcast', 'news', 'business'] },
  {
    versions: [accessibleBlock1, fitted(accessibleBlock1), accessibleBlock3],
    tags: ['accessible', 'calm', 'education'],
  },
  { versions: [sunset1, fitted(sunset1), sunset3], tags: ['story', 'bold', 'playful'] },
  { versions: [shimmer1, fitted(shimmer1), shimmer3], tags: ['elegant', 'calm', 'music'] },
  { versions: [chrome1, fitted(chrome1), chrome3], tags: ['bold', 'fitness', 'retro'] },
  { versions: [neon1, fitted(neon1), neon3], tags: ['gaming', 'music', 'retro'] },
  { versions: [halo1, fitted(halo1)], tags: ['calm', 'elegant', 'podcast'] },
  { versions: [duoOutline1, fitted(duoOutline1), duoOutline3], tags: ['playful', 'bold', 'story'] },
  { versions: [hollow1, fitted(hollow1), hollow3], tags: ['bold', 'music', 'fitness'] },
  { versions: [marker1, fitted(marker1), marker3], tags: ['education', 'playful', 'business'] },
  { versions: [chatBubble1, fitted(chatBubble1), chatBubble3], tags: ['story', 'playful', 'podcast'] },
  { versions: [terminal1, fitted(terminal1), terminal3], tags: ['education', 'gaming', 'retro'] },
  { versions: [ticket1, fitted(ticket1)], tags: ['business', 'retro', 'news'] },
  { versions: [glitch1, fitted(glitch1), glitch3], tags: ['gaming', 'bold', 'retro'] },
  { versions: [editorial1, fitted(editorial1), editorial3, editorial4], tags: ['elegant', 'business', 'podcast'] },
  { versions: [serifPunch1, fitted(serifPunch1), serifPunch3, serifPunch4], tags: ['story', 'elegant', 'news'] },
  { versions: [lineFocus1, fitted(lineFocus1), lineFocus3], tags: ['podcast', 'education', 'calm'] },
  { versions: [cinema1, fitted(cinema1)], tags: ['story', 'elegant', 'calm'] },
  { versions: [quoteCard1, fitted(quoteCard1)], tags: ['elegant', 'story', 'business'] },
  { versions: [priceTag1, fitted(priceTag1), priceTag3], tags: ['bold', 'business', 'playful'] },
  { versions: [receipt1, fitted(receipt1)], tags: ['retro', 'playful', 'story'] },
  { versions: [karaokeStage1, fitted(karaokeStage1)], tags: ['karaoke', 'music', 'playful'] },
  { versions: [bigStack1, fitted(bigStack1), bigStack3], tags: ['bold', 'fitness', 'news'] },
  { versions: [karaokeSweep1, fitted(karaokeSweep1)], tags: ['karaoke', 'music', 'playful'] },
  { versions: [headline1, fitted(headline1), headline3], tags: ['news', 'bold', 'business'] },
  { versions: [sticker1, fitted(sticker1)], tags: ['playful', 'bold', 'gaming'] },
  { versions: [scoreboard1, fitted(scoreboard1)], tags: ['fitness', 'bold', 'gaming'] },
  { versions: [handwritten1, fitted(handwritten1)], tags: ['story', 'calm', 'elegant'] },
  { versions: [brush1], tags: ['bold', 'story', 'fitness'] },
  { versions: [retro1, fitted(retro1), retro3], tags: ['retro', 'music', 'playful'] },
  { versions: [podcastDuo1, fitted(podcastDuo1), podcastDuo3], tags: ['podcast', 'calm', 'business'] },
  { versions: [typewriter1, fitted(typewriter1), typewriter3], tags: ['story', 'education', 'retro'] },
  { versions: [wave1, fitted(wave1)], tags: ['playful', 'music', 'one-word'] },
  { versions: [scramble1, fitted(scramble1), scramble3], tags: ['gaming', 'education', 'bold'] },
  { versions: [arcade1, fitted(arcade1)], tags: ['gaming', 'retro', 'playful'] },
  { versions: [comic1, fitted(comic1)], tags: ['playful', 'bold', 'gaming'] },
  { versions: [documentary1, fitted(documentary1), documentary3], tags: ['calm', 'story', 'elegant'] },
  { versions: [riseAndFall1, fitted(riseAndFall1)], tags: ['calm', 'education', 'business'] },
  { versions: [shopSign1, fitted(shopSign1)], tags: ['retro', 'business', 'playful'] },
]

const TAGS: ReadonlyMap<string, readonly TemplateTag[]> = new Map(
  CATALOGUE.map(({ versions: [{ id }], tags }) => [id, tags]),
)

// A test parses each file; parsing them here would delay the editor more than drawing its first caption.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript reads the literals of JSON as strings
const FILES = CATALOGUE.flatMap(({ versions }) => versions) as Template[]

/** All versions ever published: templates in display order, versions from old to new. */
export const PUBLISHED: readonly Template[] = FILES

/** The newest version of every template, in display order. */
export const TEMPLATES: readonly Template[] = newestOf(PUBLISHED)

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
