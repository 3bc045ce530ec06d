import { z } from 'zod'
import type { CaptionDocument, Cue, Word } from '../document.ts'
import { Edit } from '../edit.ts'
import type { Splice } from '../splices.ts'
import { checkSteps, listSteps } from '../step-costs.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/**
 * Makes an edit exactly as it is given: the inverse of every other command. Restored words and cues lose the name of a
 * style or a speaker that was removed since.
 */
export const restore = defineCommand({
  schema: z.strictObject({ type: z.literal('restore'), ...Edit.shape }),
  label: () => 'Restore captions',
  steps(doc, { words = [], cues = [], parts = {} }) {
    const items = [...words, ...cues].reduce((sum, { remove, insert }) => sum + 1 + remove.length + insert.length, 0)
    return listSteps(doc, items + countObjects(parts)) + checkSteps(doc)
  },
  edit(doc, command) {
    const { type: _, ...edit } = command
    return withKnownNames(doc, edit)
  },
  keepsPromises: false,
  footprint: { captions: 'restore', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})

function withKnownNames(doc: CaptionDocument, edit: Edit): Edit {
  const { words = [], cues = [] } = edit
  const inserted: readonly (Word | Cue)[] = [
    ...words.flatMap(({ insert }) => insert),
    ...cues.flatMap(({ insert }) => insert),
  ]
  if (inserted.every((item) => item.styleId === undefined && !('speaker' in item))) return edit
  const styles = new Set(Object.keys(doc.styles))
  if (edit.style?.patch) styles.add(edit.style.styleId)
  const speakers = new Set(doc.speakers?.map(({ id }) => id))
  for (const { insert } of edit.parts?.speakers ?? []) for (const { id } of insert) speakers.add(id)
  return {
    ...edit,
    ...(edit.words && { words: eachInserted(edit.words, (word) => withKnown(word, { styles, speakers })) }),
    ...(edit.cues && { cues: eachInserted(edit.cues, (cue) => withKnown(cue, { styles, speakers })) }),
  }
}

type Known = { readonly styles: ReadonlySet<string>; readonly speakers: ReadonlySet<string> }

function withKnown<Item extends { styleId?: string | undefined; speaker?: string | undefined }>(
  item: Item,
  { styles, speakers }: Known,
): Item {
  const { styleId, speaker } = item
  const isKnown = (styleId === undefined || styles.has(styleId)) && (speaker === undefined || speakers.has(speaker))
  if (isKnown) return item
  const known = { ...item }
  if (styleId !== undefined && !styles.has(styleId)) delete known.styleId
  if (speaker !== undefined && !speakers.has(speaker)) delete known.speaker
  return known
}

function eachInserted<Item>(splices: readonly Splice<Item>[], change: (item: Item) => Item): Splice<Item>[] {
  return splices.map((splice) => ({ ...splice, insert: splice.insert.map(change) }))
}

/** How many objects a value holds: what it costs to apply and to check. */
function countObjects(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part: unknown) => sum + countObjects(part), 1)
}
