import { AppError } from '#platform/shared/errors.ts'
import { type CaptionDocument, type Cue, cuesOf } from './document.ts'
import type { Edit } from './edit.ts'
import { cueIndex } from './spans.ts'

/** The edit that replaces `count` cues from index `at`; undefined cues are left out. */
export function replaceCues(
  doc: CaptionDocument,
  { at, count }: { at: number; count: number },
  instead: readonly (Cue | undefined)[],
): Edit {
  const cues = cuesOf(doc)
  const remove = cues.slice(at, at + count).map(({ id }) => id)
  return { cues: [{ after: cues[at - 1]?.id ?? null, remove, insert: instead.filter((cue) => cue !== undefined) }] }
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
