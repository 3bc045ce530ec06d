import { cueIndexAt, textOf, type TimedCue, timedCuesOf } from '../../../model/index.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { type Box, type BoxLook, drawBars, drawBoxes, hasLabel } from './draw-boxes.ts'
import type { LaneFrame } from './lane-frame.ts'
import { pxAt, type Viewport } from '../viewport.ts'
import { firstEndingAfter, firstStartingAfter, visibleRuns } from '../visible-spans.ts'

/** Captions are drawn one by one while they have this many pixels each, on average. */
const BOX_PX = 6
/** Gaps of at least this width show their length. */
const LABELLED_GAP_PX = 44

/** The captions as boxes; undefined where they are too narrow to be drawn one by one. */
export function captionBoxes(frame: LaneFrame): Box[] | undefined {
  const cues = timedCuesOf(frame.preview?.doc ?? frame.doc)
  const { from, to } = candidates(frame, cues)
  if ((to - from) * BOX_PX > frame.view.widthPx) return undefined
  const selected = selectedRange(frame)
  return cues.slice(from, to).map((cue, place) => {
    const at = from + place
    const isSelected = selected !== null && at >= selected.from && at <= selected.to
    return placeCue(frame, cue, at, isSelected ? 'selected' : 'plain')
  })
}

/** Draws the captions, the gaps between them, and overlaps. @param boxes of the part that is drawn */
export function drawCaptions(frame: LaneFrame, boxes: readonly Box[] | undefined): void {
  const { view, palette, preview, doc } = frame
  if (boxes === undefined) return drawBars(frame, visibleRuns(timedCuesOf(preview?.doc ?? doc), view), palette.edge)
  drawBoxes(frame, boxes, 'plain', { fill: palette.surface, stroke: palette.edge, text: palette.muted })
  drawBoxes(frame, boxes, 'selected', { fill: palette.soft, stroke: palette.accent, text: palette.text })
  drawGaps(frame, boxes)
}

/** Captions that may be visible, with one more on each side for the gaps. */
function candidates({ view, preview }: LaneFrame, cues: readonly TimedCue[]): { from: number; to: number } {
  const byMs = preview?.shift?.byMs ?? 0
  const from = firstEndingAfter(cues, view.startMs - Math.max(0, byMs))
  const endMs = view.startMs + view.widthPx * view.msPerPx - Math.min(0, byMs)
  return { from: Math.max(0, from - 1), to: Math.min(cues.length, firstStartingAfter(cues, endMs, from) + 1) }
}

function placeCue({ view, preview }: LaneFrame, cue: TimedCue, at: number, look: BoxLook): Box {
  const { t0, t1 } = shiftedSpan(preview, cue, at)
  const [x0, x1] = [pxAt(view, t0), pxAt(view, t1)]
  return { x0, x1, label: hasLabel(x0, x1) ? textOf(cue.words) : '', look }
}

/** A caption whose words move along moves too; the one that is cut by the first of them grows or shrinks. */
function shiftedSpan(preview: LaneFrame['preview'], { t0, t1 }: TimedCue, at: number): { t0: number; t1: number } {
  const shift = preview?.shift ?? null
  if (preview === null || shift === null) return { t0, t1 }
  const first = cueIndexAt(preview.doc, shift.from)
  if (at < first) return { t0, t1 }
  const startsBefore = at === first && timedCuesOf(preview.doc)[first]?.words[0] !== preview.doc.words[shift.from]
  return { t0: startsBefore ? t0 : t0 + shift.byMs, t1: t1 + shift.byMs }
}

function selectedRange({ selected, preview, doc }: LaneFrame): { from: number; to: number } | null {
  const current = preview?.doc ?? doc
  return selected === null
    ? null
    : { from: cueIndexAt(current, selected.first), to: cueIndexAt(current, selected.last) }
}

/** Names the length of wide gaps, and marks overlaps. */
function drawGaps({ ctx, view, palette, heightPx, fitText }: LaneFrame, boxes: readonly Box[]): void {
  for (const [place, box] of boxes.entries()) {
    const next = boxes[place + 1]
    if (next === undefined) continue
    const gapPx = next.x0 - box.x1
    if (gapPx < 0) {
      ctx.fillStyle = palette.error
      ctx.fillRect(next.x0, 0, -gapPx, 3)
      ctx.fillRect(next.x0, heightPx - 3, -gapPx, 3)
    } else if (gapPx >= LABELLED_GAP_PX) drawGap({ ctx, view, palette, heightPx, fitText }, box.x1, next.x0)
  }
}

type Gap = Pick<LaneFrame, 'ctx' | 'palette' | 'heightPx' | 'fitText'> & { readonly view: Viewport }

function drawGap({ ctx, view, palette, heightPx, fitText }: Gap, x0: number, x1: number): void {
  const middle = heightPx / 2
  const seconds = ((x1 - x0) * view.msPerPx) / 1_000
  const label = fitText(`${formatNumber(seconds, seconds < 10 ? 1 : 0)} s`, x1 - x0 - 12)
  ctx.fillStyle = palette.faint
  ctx.textAlign = 'center'
  ctx.fillText(label, Math.max(x0 + 22, Math.min((x0 + x1) / 2, x1 - 22)), middle + 0.5)
  ctx.textAlign = 'start'
}
