import { LookPatch, mergePatches } from '#features/templates/model/index.ts'
import { type CaptionDocument, type KitStyle, Overlays } from '../document.ts'
import type { Edit } from '../edits/edit.ts'
import { mergeChanges } from '../edits/merge-changes.ts'
import type { OverlayTextName } from '../edits/overlay-patches.ts'
import { isSameValue } from '../edits/same-value.ts'

/** The overlays whose text and look a kit may set. */
export const KIT_TEXTS: readonly OverlayTextName[] = ['title', 'closing']

/** Some fields of an overlay, with the changes of its look. */
export type KitText = { readonly overlay: Fields; readonly patch: LookPatch }

type Overlay = NonNullable<Overlays['title']> & NonNullable<Overlays['closing']>
type Field = keyof Overlay
type Fields = { readonly [Name in Field]?: Overlay[Name] | undefined }

/** What a kit may set. Times are one value: the start of one title and the end of another may lie the wrong way. */
const VALUES: readonly (readonly Field[])[] = [
  ['text'],
  ['t0', 't1'],
  ['durationMs'],
  ['background'],
  ['template'],
  ['place'],
]

/** The id of the style that an overlay has of its own. */
export function overlayStyleId(name: OverlayTextName): string {
  return `overlay-${name}`
}

/** The overlay of a document; undefined without one. */
export function ownText({ overlays, styles }: CaptionDocument, name: OverlayTextName): KitText | undefined {
  const overlay = overlays?.[name]
  if (!overlay) return undefined
  const { styleId, ...fields } = overlay
  return { overlay: fields, patch: (styleId === undefined ? undefined : styles[styleId]) ?? {} }
}

/** What a kit sets in a document of this length; undefined if it leaves this overlay to each document. */
export function kitText(name: OverlayTextName, style: KitStyle | undefined, durMs: number): KitText | undefined {
  const kit = style?.[name]
  if (kit === undefined) return undefined
  const { durationMs, patch = {}, ...overlay } = kit
  const times =
    name === 'title'
      ? { t0: 0, t1: Math.min(durationMs, Math.max(1, durMs)) }
      : // A short video shows its picture before its card.
        { durationMs: Math.min(durationMs, Math.max(100, Math.floor(durMs / 2))) }
  return { overlay: { ...overlay, ...times }, patch }
}

/** The overlay of a document that starts to follow a kit. A title keeps its text, which is about this one video. */
export function adoptText(name: OverlayTextName, own: KitText | undefined, kit: KitText | undefined) {
  if (kit === undefined) return own
  const text = name === 'title' ? own?.overlay.text : undefined
  const overlay = { ...own?.overlay, ...kit.overlay, ...(text !== undefined && { text }) }
  return unlessEmpty({ overlay, patch: mergePatches(own?.patch ?? {}, kit.patch) })
}

/** An overlay in the kit that a document holds, in the document, and in the changed kit. */
type Versions = {
  readonly before: KitText | undefined
  readonly own: KitText | undefined
  readonly after: KitText | undefined
}

/** The overlay of a document after a change of its kit: what differs from the held kit stays. */
export function updateText({ before = NOTHING, own, after = NOTHING }: Versions): KitText | undefined {
  // One that was removed in the document stays removed.
  if (own === undefined) return before.overlay.text === undefined ? unlessEmpty(after) : undefined
  const isFromKit = (fields: readonly Field[]) =>
    fields.every((field) => isSameValue(own.overlay[field], before.overlay[field]))
  const isSetBy = ({ overlay }: KitText, fields: readonly Field[]) =>
    fields.some((field) => overlay[field] !== undefined)
  const changed = VALUES.filter((fields) => isFromKit(fields) && (!isTime(fields) || isSetBy(after, fields))).flat()
  const overlay = { ...own.overlay, ...Object.fromEntries(changed.map((field) => [field, after.overlay[field]])) }
  const patch = LookPatch.parse(mergeChanges(before.patch, own.patch, after.patch) ?? {})
  return unlessEmpty({ overlay, patch })
}

const NOTHING: KitText = { overlay: {}, patch: {} }

/** An overlay cannot be without times. */
function isTime([first]: readonly Field[]): boolean {
  return first === 't0' || first === 'durationMs'
}

/** A kit may set the look of titles without a text for them. */
function unlessEmpty(text: KitText): KitText | undefined {
  return text.overlay.text === undefined ? undefined : text
}

/** Whether the overlay of a document is as its kit sets it. */
export function isKitText(own: KitText | undefined, kit: KitText | undefined): boolean {
  if (kit === undefined) return true
  const { text } = kit.overlay
  if (own === undefined) return text === undefined
  const isSame = (field: Field) => isSameValue(own.overlay[field], kit.overlay[field])
  const compared = VALUES.flat().filter((field) => field !== 'text' || text !== undefined)
  return compared.every(isSame) && isSameValue(own.patch, kit.patch)
}

/** The parts of an edit that give a document these titles and cards; those without a text are removed. */
export function textsEdit(
  doc: CaptionDocument,
  texts: Readonly<Record<OverlayTextName, KitText | undefined>>,
): { readonly overlays: Overlays; readonly styles: NonNullable<Edit['overlayStyles']> } {
  const changed = KIT_TEXTS.filter((name) => !isSameValue(texts[name], ownText(doc, name)))
  const styled = changed.map((name) => {
    const text = texts[name]
    const styleId = doc.overlays?.[name]?.styleId
    if (text === undefined || isSameValue(text.patch, ownText(doc, name)?.patch ?? {}))
      return { name, overlay: text && { ...text.overlay, styleId }, style: undefined }
    // Another text may have the present style too.
    const style = { styleId: overlayStyleId(name), patch: text.patch }
    return { name, overlay: { ...text.overlay, styleId: style.styleId }, style }
  })
  return {
    overlays: Overlays.parse(
      Object.fromEntries(styled.map(({ name, overlay }) => [name, overlay === undefined ? null : present(overlay)])),
    ),
    styles: styled.flatMap(({ style }) => style ?? []),
  }
}

/** The fields without absent ones: a document has one form for them. */
export function present(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
