import {
  type CaptionDocument,
  cueIndexAt,
  type Span,
  type TimedCue,
  timedCuesOf,
  wordIndex,
  wordIndexAtTime,
} from '../../model/index.ts'
import { type Selection, selectedRange } from '../selection.ts'
import { type BoxPart, hitSpan } from './hit-test.ts'
import type { Lane } from './lane-painter.ts'
import type { Grip } from './drag-edit.ts'
import { timeAt, type Viewport } from './viewport.ts'
import { firstEndingAfter } from './visible-spans.ts'

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
  const selected = at.lane === 'words' ? selectedRange(doc, selection) : null
  const index = wordIndex(doc, hit.from)
  const isSelected = selected !== null && index >= selected.first && index <= selected.last
  const [first, last] = [doc.words[selected?.first ?? -1], doc.words[selected?.last ?? -1]]
  // Dragging one of several selected words moves all of them.
  return isSelected && first !== undefined && last !== undefined
    ? { on: 'words', from: first.id, to: last.id }
    : { on: 'words', from: hit.from, to: hit.to }
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
