import type { Word } from '../../../model/index.ts'
import { type Box, type BoxLook, drawBars, drawBoxes } from './draw-boxes.ts'
import type { LaneFrame } from './lane-frame.ts'
import { type DragPreview, previewSpan } from '../gestures/drag-edit.ts'
import { pxAt, type Viewport } from '../viewport.ts'
import { type Run, visibleRange, visibleRuns } from '../visible-spans.ts'

/** Words are drawn one by one while they have this many pixels each, on average. */
const BOX_PX = 4

/** The words as boxes; undefined where they are too narrow to be drawn one by one. */
export function wordBoxes(frame: LaneFrame): Box[] | undefined {
  const { view, selected } = frame
  const preview = previewOf(frame)
  const parts = movedParts(preview, view)
  const count = parts.reduce((sum, part) => sum + visibleCount(part), 0)
  if (count * BOX_PX > view.widthPx) return undefined
  const lookOf = (at: number): BoxLook => {
    if (selected !== null && at >= selected.first && at <= selected.last) return 'selected'
    return preview.doc.words[at]?.hidden === true ? 'hidden' : 'plain'
  }
  return parts.flatMap((part) => boxesOf(part, preview, lookOf))
}

/** Draws the words, and the selected ones over them. @param boxes of the part that is drawn */
export function drawWords(frame: LaneFrame, boxes: readonly Box[] | undefined): void {
  const { view, palette, selected } = frame
  if (boxes === undefined) {
    const preview = previewOf(frame)
    drawBars(frame, movedParts(preview, view).flatMap(runsOf), palette.edge)
    if (selected !== null) drawBars(frame, selectedBar(preview, selected, view), palette.accent)
    return
  }
  drawBoxes(frame, boxes, 'plain', { fill: palette.box, stroke: palette.edge, text: palette.text })
  drawBoxes(frame, boxes, 'hidden', { fill: palette.ground, stroke: palette.line, text: palette.faint })
  drawBoxes(frame, boxes, 'selected', { fill: palette.accent, stroke: palette.accent, text: palette.onAccent })
}

function previewOf({ preview, doc }: LaneFrame): DragPreview {
  return preview ?? { doc, shift: null, resized: null }
}

/** Words that move together: those of a part of the document, seen through a viewport of their own. */
type MovedPart = {
  readonly words: readonly Word[]
  readonly from: number
  readonly to: number
  readonly view: Viewport
}

/** While later words move along, they are looked up where they are, in a viewport moved the other way. */
function movedParts({ doc, shift }: DragPreview, view: Viewport): MovedPart[] {
  const { words } = doc
  if (shift === null) return [{ words, view, ...visibleRange(words, view) }]
  const movedView = { ...view, startMs: view.startMs - shift.byMs }
  const still = visibleRange(words, view)
  const moved = visibleRange(words, movedView)
  return [
    { words, view, from: still.from, to: Math.max(still.from, Math.min(still.to, shift.from)) },
    { words, view: movedView, from: Math.max(moved.from, shift.from), to: Math.max(moved.to, shift.from) },
  ]
}

function visibleCount({ from, to }: MovedPart): number {
  return Math.max(0, to - from)
}

function runsOf({ words, from, to, view }: MovedPart): Run[] {
  const end = words[to - 1]?.t1
  const start = words[from]?.t0
  if (start === undefined || end === undefined || from >= to) return []
  const [left, right] = [pxAt(view, start), pxAt(view, end)]
  return visibleRuns(words, view).flatMap(({ x0, x1 }) => {
    const run = { x0: Math.max(x0, left), x1: Math.min(x1, Math.max(right, left + 1)) }
    return run.x1 > run.x0 ? [run] : []
  })
}

function boxesOf({ words, from, to, view }: MovedPart, preview: DragPreview, lookOf: (at: number) => BoxLook): Box[] {
  return words.slice(from, to).map((word, place) => {
    const at = from + place
    const isResized = preview.resized?.index === at
    const { t0, t1 } = isResized ? (preview.resized?.span ?? word) : word
    return { x0: pxAt(view, t0), x1: pxAt(view, t1), label: word.text, look: lookOf(at) }
  })
}

function selectedBar(preview: DragPreview, range: { first: number; last: number }, view: Viewport): Run[] {
  const [first, last] = [previewSpan(preview, range.first), previewSpan(preview, range.last)]
  if (first === undefined || last === undefined) return []
  const x0 = Math.max(0, pxAt(view, first.t0))
  const x1 = Math.min(view.widthPx, Math.max(pxAt(view, last.t1), pxAt(view, first.t0) + 2))
  return x1 > x0 ? [{ x0, x1 }] : []
}
