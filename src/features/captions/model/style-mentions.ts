import { type CaptionDocument, cuesOf, type TranslationTrack } from './document.ts'
import type { Overlays } from './document/overlay.ts'
import type { Edit } from './edits/edit.ts'
import { type PartsEdit, replaceItems } from './edits/edit-parts.ts'
import { translationsOf } from './translations.ts'

type Styled = { styleId?: string | undefined }

/** The edit that removes every reference to a style, before the style itself is removed. */
export function withoutMentions(doc: CaptionDocument, id: string): Pick<Edit, 'words' | 'cues' | 'parts'> {
  const words = replaceItems(withoutStyle(doc.words, id))
  const cues = replaceItems(withoutStyle(cuesOf(doc), id))
  const parts = partsWithoutStyle(doc, id)
  return {
    ...(words.length > 0 && { words }),
    ...(cues.length > 0 && { cues }),
    ...(Object.keys(parts).length > 0 && { parts }),
  }
}

function partsWithoutStyle(doc: CaptionDocument, id: string): PartsEdit {
  const speakers = replaceItems(withoutStyle(doc.speakers ?? [], id))
  const translations = replaceItems(translationsOf(doc).flatMap((track) => trackWithoutStyle(track, id) ?? []))
  const overlays = overlaysWithoutStyle(doc.overlays, id)
  return {
    ...(speakers.length > 0 && { speakers }),
    ...(translations.length > 0 && { translations }),
    ...(overlays && { overlays }),
  }
}

/** The items that refer to the style, without the reference. */
function withoutStyle<Item extends Styled>(items: readonly Item[], id: string): Item[] {
  return items.filter(({ styleId }) => styleId === id).map(unstyled)
}

/** The item without its own style. */
export function unstyled<Item extends Styled>(item: Item): Item {
  const plain = { ...item }
  delete plain.styleId
  return plain
}

function trackWithoutStyle(track: TranslationTrack, id: string): TranslationTrack | undefined {
  const isNamed = ({ styleId }: Styled) => styleId === id
  if (!isNamed(track) && !track.cues.some(isNamed)) return undefined
  const cues = track.cues.map((cue) => (isNamed(cue) ? unstyled(cue) : cue))
  return { ...(isNamed(track) ? unstyled(track) : track), cues }
}

function overlaysWithoutStyle(overlays: Overlays | undefined, id: string): Overlays | undefined {
  const { title, closing } = overlays ?? {}
  const changed = {
    ...(title?.styleId === id && { title: unstyled(title) }),
    ...(closing?.styleId === id && { closing: unstyled(closing) }),
  }
  return Object.keys(changed).length > 0 ? { ...overlays, ...changed } : undefined
}
