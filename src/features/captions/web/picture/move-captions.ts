import { applyPatches, type LookPatch } from '#features/templates/model/index.ts'
import {
  type CaptionDocument,
  fractionsOf,
  cueIndex,
  cuesOf,
  MAIN_STYLE,
  type Place,
  type PictureSize,
  type PlacedCaption,
  cuePlace,
  type PlaceScope,
  templateOf,
  type Point,
  roundShare,
} from '../../model/index.ts'
import type { EditorStore } from '../store/editor-store.ts'

/** What a person moves on the picture. */
export type Moved = { readonly caption: PlacedCaption; readonly scope: PlaceScope; readonly frame: PictureSize }

/** A caption with a place of its own, or one by its own style, moves alone. */
export function scopeOf(doc: CaptionDocument, cueId: string, chosen: PlaceScope): PlaceScope {
  const { place, styleId } = cuesOf(doc)[cueIndex(doc, cueId)] ?? {}
  const { x, y } = doc.styles[styleId ?? '']?.layout ?? {}
  return place === undefined && x === undefined && y === undefined ? chosen : 'one'
}

/** Shows the captions with this point as their centre, without an edit yet. */
export function draftPoint(store: EditorStore, { caption, scope, frame }: Moved, to: Point): void {
  const { x, y } = fractionsOf(to, frame)
  if (scope === 'one') return draftPlace(store, caption.cueId, { x: roundShare(x), y: roundShare(y) })
  const { doc, draftPlace: draft } = store.getState()
  const isCentred = x === 0.5 && (draft?.place.x ?? mainStyle(doc).layout?.x) === undefined
  draftPlace(store, null, { y: roundShare(y, 0.05, 0.95), ...(!isCentred && { x: roundShare(x) }) })
}

/** Shows the captions with this maximum line width, in pixels of the frame, without an edit yet. */
export function draftWidth(store: EditorStore, { caption, scope, frame }: Moved, width: number): void {
  const share = width / frame.width
  if (scope === 'one') draftPlace(store, caption.cueId, { width: roundShare(share, 0.05) })
  else draftPlace(store, null, { width: roundShare(share, 0.2) })
}

/** Returns the captions to where the template, or the place of all captions, puts them. */
export function resetPlace(store: EditorStore, cueId: string, scope: PlaceScope): void {
  store.actions.cancelDrag()
  if (scope === 'one') return void store.actions.edit([{ type: 'setPlace', cueId, place: null }])
  const { layout: { x: _, y: __, width: ___, ...layout } = {}, ...style } = mainStyle(store.getState().doc)
  const patch: LookPatch = Object.keys(layout).length > 0 ? { ...style, layout } : style
  store.actions.edit([{ type: 'setStyle', styleId: MAIN_STYLE, patch }])
}

/** Whether there is a place to reset. */
export function hasPlace(doc: CaptionDocument, cueId: string, scope: PlaceScope): boolean {
  if (scope === 'one') return cuePlace(doc, cueId) !== undefined
  const { x, y, width } = doc.styles[MAIN_STYLE]?.layout ?? {}
  return [x, y, width].some((value) => value !== undefined)
}

/** The centre of all captions without a place of their own, in pixels. */
export function centerOfAll(doc: CaptionDocument, { width, height }: PictureSize): Point {
  const { layout } = applyPatches(templateOf(doc), [mainStyle(doc)])
  return { x: (layout.x ?? 0.5) * width, y: layout.y * height }
}

function draftPlace(store: EditorStore, cueId: string | null, change: Place): void {
  const { doc, draftPlace: draft } = store.getState()
  if (draft !== null && draft.cueId !== cueId) store.actions.drop()
  const before = draft?.cueId === cueId ? draft.place : cueId === null ? {} : cuePlace(doc, cueId)
  store.actions.dragPlace({ cueId, place: { ...before, ...change } })
}

function mainStyle({ styles }: CaptionDocument): LookPatch {
  return styles[MAIN_STYLE] ?? {}
}
