import type { LookPatch } from '#features/templates/model/index.ts'
import type { Command } from '../commands/table.ts'
import { type CaptionDocument, KitClosing, type KitStyle, KitTitle } from '../document.ts'
import { changesFromKit } from './follow-kit.ts'
import { KIT_TEXTS, kitText, type KitText, overlayStyleId, ownText, present } from './kit-texts.ts'
import type { OverlayTextName } from '../edits/overlay-patches.ts'

/** The commands that show a title or closing card with a look of its own, in place of an earlier one. */
export function textCommands(name: OverlayTextName, { overlay, patch }: KitText): Command[] {
  const styleId = overlayStyleId(name)
  if (Object.keys(patch).length === 0) return [setOverlay(name, overlay)]
  return [{ type: 'setStyle', styleId, patch }, setOverlay(name, { ...overlay, styleId })]
}

function setOverlay(name: OverlayTextName, overlay: object): Command {
  return { type: 'setOverlays', overlays: { [name]: present(overlay) } }
}

/** A new title or closing card, as the kit that a document follows sets it. */
export function newKitText(doc: CaptionDocument, name: OverlayTextName, defaults: KitText['overlay']): KitText {
  const { overlay, patch } = kitText(name, doc.brandKit?.style, doc.media.durMs) ?? { overlay: defaults, patch: {} }
  return { overlay: { ...overlay, text: overlay.text ?? defaults.text }, patch }
}

/** The commands that give title and closing card what the kit of a document sets. A title keeps its text if the kit has none. */
export function resetTexts(doc: CaptionDocument): Command[] {
  return KIT_TEXTS.flatMap((name) => {
    const kit = kitText(name, doc.brandKit?.style, doc.media.durMs)
    const text = kit?.overlay.text ?? ownText(doc, name)?.overlay.text
    if (kit === undefined || text === undefined) return []
    return textCommands(name, { ...kit, overlay: { ...kit.overlay, text } })
  })
}

/** Title and closing card of a document as a kit holds them, without the text of the title; absent without one. */
export function textsForKit(doc: CaptionDocument): Pick<KitStyle, 'title' | 'closing'> {
  // Those of its kit may be shorter in a short video.
  const held = doc.brandKit?.style ?? {}
  const changed = new Set(changesFromKit(doc))
  const title = changed.has('title') ? undefined : held.title
  const closing = changed.has('closing') ? undefined : held.closing
  const own = { title: ownText(doc, 'title'), closing: ownText(doc, 'closing') }
  return {
    ...(own.title && { title: title ?? titleForKit(own.title) }),
    ...(own.closing && { closing: closing ?? closingForKit(own.closing) }),
  }
}

function titleForKit({ overlay: { t0 = 0, t1 = 0, template, place }, patch }: KitText): KitTitle {
  return KitTitle.parse(present({ durationMs: clampDuration(t1 - t0), template, place, patch: unlessEmpty(patch) }))
}

function closingForKit({ overlay, patch }: KitText): KitClosing {
  const { text, durationMs = 0, background, template, place } = overlay
  const fields = { text, durationMs: clampDuration(durationMs), background, template, place, patch: unlessEmpty(patch) }
  return KitClosing.parse(present(fields))
}

/** The nearest duration that a kit may have, in milliseconds. */
function clampDuration(ms: number): number {
  return Math.min(60_000, Math.max(100, ms))
}

function unlessEmpty(patch: LookPatch): LookPatch | undefined {
  return Object.keys(patch).length === 0 ? undefined : patch
}
