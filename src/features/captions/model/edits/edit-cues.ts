import { AppError } from '#platform/shared/errors.ts'
import { type CaptionDocument, type Cue, cuesOf } from '../document.ts'
import type { Edit } from './edit.ts'
import { cueIndex } from '../timing/spans.ts'

/** The edit that replaces `count` cues from index `at`; undefined cues are left out. */
export function replaceCues(
  doc: CaptionDocument,
  { at, count }: { at: number; count: number },
  replacements: readonly (Cue | undefined)[],
): Edit {
  const cues = cuesOf(doc)
  const remove = cues.slice(at, at + count).map(({ id }) => id)
  return {
    cues: [{ after: cues[at - 1]?.id ?? null, remove, insert: replacements.filter((cue) => cue !== undefined) }],
  }
}

/**
 * The edit that changes cues in place; their ids and words stay.
 * @throws AppError `unprocessable` when one is not in the document
 */
export function changeCues(doc: CaptionDocument, ids: readonly string[], change: (cue: Cue) => Cue): Edit {
  const places = new Set(ids.map((id) => placeOfCue(doc, id)))
  const cues = [...places].toSorted((a, b) => a - b).map((at) => cueAt(doc, at))
  return { cues: cues.map((cue) => ({ after: null, remove: [cue.id], insert: [change(cue)] })) }
}

/** @throws AppError `unprocessable` when the cue is not in the document */
export function placeOfCue(doc: CaptionDocument, id: string): number {
  const at = cueIndex(doc, id)
  if (at < 0) throw new AppError('unprocessable', 'That caption no longer exists.', { cue: id })
  return at
}

/** @throws RangeError outside the list: a defect, not a refusal */
export function cueAt(doc: CaptionDocument, at: number): Cue {
  const cue = cuesOf(doc)[at]
  if (cue === undefined) throw new RangeError(`no cue at place ${at}`)
  return cue
}
