import {
  type CaptionDocument,
  cueIndex,
  cueIndexAt,
  cuesOf,
  type Span,
  type TimedCue,
  timedCuesOf,
  wordIndex,
  wordIndexAtTime,
} from '../../../model/index.ts'
import { type Selection, selectedRange } from '../../store/selection.ts'
import { type BoxPart, hitSpan } from './hit-test.ts'
import type { Lane } from '../canvases/lane-canvases.ts'
import type { Grip } from './drag-edit.ts'
import { timeAt, type Viewport } from '../viewport.ts'
import { firstEndingAfter } from '../visible-spans.ts'

/** A position of the pointer in the timeline. */
export type PointerAt = { readonly lane: Lane; readonly px: number; readonly isShift: boolean }

/** The words under the pointer: one, or those of a caption. */
export type HitWords = {
  /** Null in the lane of words. */
  readonly cueId: string | null
  readonly from: string
  readonly to: string
  readonly span: Span
  readonly part: BoxPart
}

/** The words under the pointer, and the part of their box; undefined on empty ground. */
export function hitLane(doc: CaptionDocument, { lane, px }: PointerAt, view: Viewport): HitWords | undefined {
  if (lane === 'words') {
    const hit = hitSpan(doc.words, px, view)
    const word = hit && doc.words[hit.index]
    return hit && word && { cueId: null, from: word.id, to: word.id, span: word, part: hit.part }
  }
  if (lane !== 'captions') return undefined
  const hit = hitSpan(timedCuesOf(doc), px, view)
  const timed = hit && timedCuesOf(doc)[hit.index]
  return hit && timed && { cueId: timed.cue.id, from: timed.cue.from, to: timed.cue.to, span: timed, part: hit.part }
}

/** What a drag from this position moves. */
export function gripAt(
  { doc, selection }: { readonly doc: CaptionDocument; readonly selection: Selection },
  at: PointerAt,
  view: Viewport,
): Grip | undefined {
  const hit = hitLane(doc, at, view)
  if (hit === undefined) return undefined
  if (hit.part !== 'body')
    return hit.cueId === null
      ? { on: 'word-edge', wordId: hit.from, edge: hit.part }
      : { on: 'cue-edge', cueId: hit.cueId, edge: hit.part }
  // Dragging one of several that are selected moves all of them.
  return { on: 'words', ...(selectedWith(doc, selection, hit) ?? { from: hit.from, to: hit.to }) }
}

/** The first and last of the selected words, or of the selected captions, if what is hit is one of them. */
function selectedWith(
  doc: CaptionDocument,
  selection: Selection,
  { cueId, from }: HitWords,
): { readonly from: string; readonly to: string } | undefined {
  const selected = selectedRange(doc, selection)
  if (selected === null) return undefined
  const isCue = cueId !== null
  const [first, last] = [selected.first, selected.last].map((at) => (isCue ? cueIndexAt(doc, at) : at))
  const at = isCue ? cueIndex(doc, cueId) : wordIndex(doc, from)
  if (first === undefined || last === undefined || at < first || at > last) return undefined
  const start = isCue ? cuesOf(doc)[first]?.from : doc.words[first]?.id
  const end = isCue ? cuesOf(doc)[last]?.to : doc.words[last]?.id
  return start === undefined || end === undefined ? undefined : { from: start, to: end }
}

/** The caption on screen at the pointer; in the lane of words, that of the word. */
export function cueUnder(doc: CaptionDocument, { lane, px }: PointerAt, view: Viewport): TimedCue | undefined {
  const tMs = timeAt(view, px)
  const cues = timedCuesOf(doc)
  const shown = cues[firstEndingAfter(cues, tMs)]
  if (shown !== undefined && shown.t0 <= tMs) return shown
  const index = wordIndexAtTime(doc, tMs)
  return lane !== 'words' || index < 0 ? undefined : cues[cueIndexAt(doc, index)]
}
