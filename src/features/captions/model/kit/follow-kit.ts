import { LookPatch, mergePatches, pathsOf } from '#features/templates/model/index.ts'
import { type BrandKitRef, type CaptionDocument, type KitStyle, MAIN_STYLE, type Overlays } from '../document.ts'
import type { Edit } from '../edits/edit.ts'
import { adoptText, isKitText, KIT_TEXTS, kitText, ownText, textsEdit, updateText } from './kit-texts.ts'
import { isSection, mergeChanges } from '../edits/merge-changes.ts'
import type { OverlayTextName } from '../edits/overlay-patches.ts'
import { isSameValue } from '../edits/same-value.ts'

type Logo = NonNullable<Overlays['logo']>
type KitLogo = NonNullable<KitStyle['logo']>

/**
 * The edit that brings a document to a kit. A document that does not follow one gets all values of the kit. One that
 * does gets those whose part still equals what its kit set: a change made in the document stays.
 */
export function followKit(
  doc: CaptionDocument,
  kit: BrandKitRef,
): Pick<Edit, 'template' | 'style' | 'overlayStyles' | 'parts'> {
  const { template, patch, logo } = doc.brandKit === undefined ? adopt(doc, kit) : update(doc, doc.brandKit, kit)
  const texts = textsEdit(doc, { title: followedText(doc, kit, 'title'), closing: followedText(doc, kit, 'closing') })
  const overlays = withOverlays(doc.overlays, { logo: logo ?? null, ...texts.overlays })
  return {
    ...(!isSameValue(template, doc.template) && { template }),
    ...(!isSameValue(patch, mainPatch(doc)) && { style: { styleId: MAIN_STYLE, patch } }),
    ...(texts.styles.length > 0 && { overlayStyles: texts.styles }),
    parts: {
      brandKit: { ...kit, style: { ...kit.style, template: kit.style?.template ?? heldTemplate(doc) } },
      ...(!isSameValue(overlays ?? undefined, doc.overlays) && { overlays }),
    },
  }
}

function followedText(doc: CaptionDocument, { style }: BrandKitRef, name: OverlayTextName) {
  const { durMs } = doc.media
  const [own, after] = [ownText(doc, name), kitText(name, style, durMs)]
  if (doc.brandKit === undefined) return adoptText(name, own, after)
  return updateText({ before: kitText(name, doc.brandKit.style, durMs), own, after })
}

/** A kit without a template leaves that of the document, which changes when the kit gets one. */
function heldTemplate({ brandKit, template }: CaptionDocument): CaptionDocument['template'] {
  return brandKit?.style?.template ?? template
}

/**
 * What differs from the kit that a document follows: `template`, the paths of changes to the template (`fill.active`),
 * `logo`, `title` and `closing`. Empty if it follows none, or in everything.
 */
export function changesFromKit(doc: CaptionDocument): readonly string[] {
  if (doc.brandKit === undefined) return []
  const { template, patch = {}, logo } = doc.brandKit.style ?? {}
  const own = mainPatch(doc)
  const paths = [...new Set([...pathsOf(own), ...pathsOf(patch)])]
  return [
    ...(template !== undefined && !isSameValue(template, doc.template) ? ['template'] : []),
    ...paths.filter((path) => !isSameValue(at(own, path), at(patch, path))),
    ...(isSameLogo(doc.overlays?.logo, logo) ? [] : ['logo']),
    ...KIT_TEXTS.filter((name) => !isKitText(ownText(doc, name), kitText(name, doc.brandKit?.style, doc.media.durMs))),
  ]
}

/** The parts of a document that follow a kit. */
type KitParts = {
  readonly template: CaptionDocument['template']
  readonly patch: LookPatch
  readonly logo: Logo | undefined
}

function adopt(doc: CaptionDocument, { style = {} }: BrandKitRef): KitParts {
  const logo = doc.overlays?.logo ?? undefined
  return {
    template: style.template ?? doc.template,
    patch: mergePatches(mainPatch(doc), style.patch ?? {}),
    logo: style.logo === undefined ? logo : withKitLogo(logo, style.logo),
  }
}

function update(
  doc: CaptionDocument,
  { style: before = {} }: BrandKitRef,
  { style: after = {} }: BrandKitRef,
): KitParts {
  const isTemplateOwn = before.template === undefined || !isSameValue(before.template, doc.template)
  return {
    template: isTemplateOwn ? doc.template : (after.template ?? doc.template),
    patch: LookPatch.parse(mergeChanges(before.patch ?? {}, mainPatch(doc), after.patch ?? {}) ?? {}),
    logo: updateLogo(before.logo, doc.overlays?.logo ?? undefined, after.logo),
  }
}

/** A logo that was removed, added or exchanged for another part stays as it is; its place is compared field by field. */
function updateLogo(before: KitLogo | undefined, own: Logo | undefined, after: KitLogo | undefined): Logo | undefined {
  if (own === undefined) return before === undefined ? after : undefined
  if (before === undefined) return own
  if (after === undefined) return isSameLogo(own, before) ? undefined : own
  const changed = FIELDS.filter((field) => isSameValue(own[field], before[field]))
  return { ...own, ...Object.fromEntries(changed.map((field) => [field, after[field]])) }
}

/** The overlays with some changed; null for none. */
function withOverlays(before: Overlays = {}, changed: Overlays): Overlays | null {
  const kept = Object.entries({ ...before, ...changed }).filter(([, value]) => value !== null && value !== undefined)
  return kept.length === 0 ? null : Object.fromEntries(kept)
}

const FIELDS = ['assetId', 'anchor', 'size', 'margin', 'opacity'] as const

/** The place of the kit replaces one that was set by hand. */
function withKitLogo(own: Partial<Logo> = {}, kit: KitLogo): Logo {
  const { place: _, framePlaces: __, ...kept } = own
  return { ...kept, ...kit }
}

function isSameLogo(own: Overlays['logo'], kit: KitLogo | undefined): boolean {
  if (!own || kit === undefined) return !own && kit === undefined
  const isMoved = own.place !== undefined || own.framePlaces !== undefined
  return !isMoved && FIELDS.every((field) => isSameValue(own[field], kit[field]))
}

function at(patch: LookPatch, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isSection(value) ? value[key] : undefined), patch)
}

function mainPatch({ styles }: CaptionDocument): LookPatch {
  return styles[MAIN_STYLE] ?? {}
}
