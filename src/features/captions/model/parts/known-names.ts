import type { CaptionDocument, Cue, Word } from '../document.ts'
import type { Edit } from '../edits/edit.ts'
import type { Part } from '../edits/footprint.ts'
import type { Splice } from '../edits/splices.ts'

/** The edit without references to styles and speakers that the document lacks after it. */
export function withKnownNames(doc: CaptionDocument, edit: Edit): Edit {
  const known = namesAfter(doc, edit)
  if (lostNamesAmong(edit, known).length === 0) return edit
  return {
    ...edit,
    ...(edit.words && { words: eachInserted(edit.words, (word) => withKnown(word, known)) }),
    ...(edit.cues && { cues: eachInserted(edit.cues, (cue) => withKnown(cue, known)) }),
  }
}

/** The missing styles and speakers that an edit refers to. */
export function lostNames(doc: CaptionDocument, edit: Edit): readonly Part[] {
  return lostNamesAmong(edit, namesAfter(doc, edit))
}

type Named = { styleId?: string | undefined; speaker?: string | undefined }
type Known = { readonly styles: ReadonlySet<string>; readonly speakers: ReadonlySet<string> }

function namesAfter(doc: CaptionDocument, { style, overlayStyles = [], derivedStyles = [], parts }: Edit): Known {
  const styles = new Set(Object.keys(doc.styles))
  for (const entry of [style, ...overlayStyles, ...derivedStyles]) if (entry?.patch) styles.add(entry.styleId)
  const speakers = new Set(doc.speakers?.map(({ id }) => id))
  for (const { insert } of parts?.speakers ?? []) for (const { id } of insert) speakers.add(id)
  return { styles, speakers }
}

function lostNamesAmong({ words = [], cues = [] }: Edit, known: Known): Part[] {
  const inserted: readonly (Word | Cue)[] = [
    ...words.flatMap(({ insert }) => insert),
    ...cues.flatMap(({ insert }) => insert),
  ]
  return inserted.flatMap((item) => lostNamesOf(item, known))
}

function lostNamesOf({ styleId, speaker }: Named, { styles, speakers }: Known): Part[] {
  const lost: Part[] = []
  if (styleId !== undefined && !styles.has(styleId)) lost.push(`exists:style:${styleId}`)
  if (speaker !== undefined && !speakers.has(speaker)) lost.push(`exists:speaker:${speaker}`)
  return lost
}

function withKnown<Item extends Named>(item: Item, known: Known): Item {
  const { styleId, speaker } = item
  if (lostNamesOf(item, known).length === 0) return item
  const named = { ...item }
  if (styleId !== undefined && !known.styles.has(styleId)) delete named.styleId
  if (speaker !== undefined && !known.speakers.has(speaker)) delete named.speaker
  return named
}

function eachInserted<Item>(splices: readonly Splice<Item>[], change: (item: Item) => Item): Splice<Item>[] {
  return splices.map((splice) => ({ ...splice, insert: splice.insert.map(change) }))
}
