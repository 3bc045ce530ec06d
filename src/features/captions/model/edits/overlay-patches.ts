import {
  applyPatches,
  FIRST_BOX,
  fitTemplate,
  followsWords,
  type LookPatch,
  nearestTemplate,
  type Template,
  WHOLE_REVEAL,
} from '#features/templates/model/index.ts'
import { templateOf } from '../document-template.ts'
import { type CaptionDocument, MAIN_STYLE, type Overlays } from '../document.ts'

/** An overlay that is a text. */
export type OverlayTextName = 'title' | 'closing'

/** A template and the changes to it, in the order they apply. */
export type OverlayPatches = { readonly template: Template; readonly patches: readonly LookPatch[] }

/**
 * The look of the title or closing card: that of the captions unless it names a template, shown whole, with its own
 * changes.
 * @param template the look of the captions; default: that of the document
 */
export function overlayPatches(
  { styles, overlays = {}, ...doc }: Pick<CaptionDocument, 'styles' | 'template' | 'overlays' | 'media'>,
  name: OverlayTextName,
  template: Template = templateOf(doc),
): OverlayPatches {
  const overlay: Overlays[OverlayTextName] = overlays[name]
  const chosen = overlay?.template === undefined ? template : fitTemplate(nearestTemplate(overlay.template), doc.media)
  const shared = chosen.id === template.id ? styles[MAIN_STYLE] : undefined
  const own = overlay?.styleId === undefined ? undefined : styles[overlay.styleId]
  const under = shared === undefined ? [] : [shared]
  return {
    template: chosen,
    patches: [...under, basePatch(chosen, under, BASES[name]), ...(own === undefined ? [] : [own])],
  }
}

/**
 * Centre from the top, and size relative to captions with a largest one, as shares of the height. Two lines of the title
 * are clear of what apps draw over the upper edge, and of the eyes in a close-up; captions of one huge word make no huge
 * title, which would cover them.
 */
const BASES = {
  title: { y: 0.19, scale: 1.2, largest: 0.07 },
  closing: { y: 0.5, scale: 1.3, largest: 0.08 },
} as const

/** What differs from captions: the text is shown whole, and no word is the spoken one. */
function basePatch(
  template: Template,
  under: readonly LookPatch[],
  { y, scale, largest }: (typeof BASES)[OverlayTextName],
): LookPatch {
  const look = applyPatches(template, under)
  return {
    font: { size: Math.min(look.font.size * scale, largest) },
    layout: { maxWords: null, maxLines: 6, width: 0.78, x: 0.5, y, align: 'center' },
    animation: { reveal: WHOLE_REVEAL },
    // A box for the spoken word becomes a box around the lines, with the letters that belong on it.
    ...(followsWords(look.box) && { box: { scope: FIRST_BOX }, fill: { upcoming: look.fill.active } }),
  }
}
