import { type LookPatch, mergePatches } from '#features/templates/model/index.ts'
import {
  type CaptionDocument,
  type Command,
  cuePlace,
  isSameValue,
  MAIN_STYLE,
  type Place,
  withCuePlace,
} from '../../model/index.ts'

/** A place that is still being dragged: of one caption, or, without a cue, of all captions. */
export type PlaceDraft = { readonly cueId: string | null; readonly place: Place }

/** The document with the place that is being dragged. */
export function withPlaceDraft(doc: CaptionDocument, draft: PlaceDraft | null): CaptionDocument {
  if (draft === null) return doc
  const { cueId, place } = draft
  if (cueId !== null) return withCuePlace(doc, cueId, place)
  return { ...doc, styles: { ...doc.styles, [MAIN_STYLE]: withLayout(doc, place) } }
}

/** The command that keeps a dragged place, if it differs and its caption still exists. */
export function placeCommands(doc: CaptionDocument, draft: PlaceDraft | null): Command[] {
  if (draft === null || withPlaceDraft(doc, draft) === doc) return []
  const { cueId, place } = draft
  if (cueId !== null) return isSameValue(place, cuePlace(doc, cueId)) ? [] : [{ type: 'setPlace', cueId, place }]
  const patch = withLayout(doc, place)
  return isSameValue(patch, doc.styles[MAIN_STYLE]) ? [] : [{ type: 'setStyle', styleId: MAIN_STYLE, patch }]
}

function withLayout({ styles }: CaptionDocument, layout: Place): LookPatch {
  return mergePatches(styles[MAIN_STYLE] ?? {}, { layout })
}
