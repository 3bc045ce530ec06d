import { formatMediaTime } from '#platform/shared/format/durations.ts'
import type { LaneFrame } from './lane-frame.ts'
import { endOf, pxAt } from '../viewport.ts'

/** Distances between labelled ticks, ms. */
const STEPS_MS = [
  100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 900_000, 1_800_000,
  3_600_000,
] as const
/** Minimum distance between labels, px. */
const LABEL_PX = 76
const MINOR_TICKS = 5
const MARKER_PX = 9

/** The distance between labelled ticks at a zoom, ms. */
export function tickStep(msPerPx: number): number {
  return STEPS_MS.find((step) => step / msPerPx >= LABEL_PX) ?? 7_200_000
}

/** Draws ticks with times, shot changes and markers. */
export function drawRuler(frame: LaneFrame): void {
  const { ctx, view, palette, heightPx } = frame
  const step = tickStep(view.msPerPx)
  const minor = step / MINOR_TICKS
  const first = Math.floor(view.startMs / step) * step
  ctx.fillStyle = palette.edge
  for (let tMs = first; tMs < endOf(view); tMs += minor) {
    const isMajor = Math.round(tMs / minor) % MINOR_TICKS === 0
    ctx.fillRect(Math.round(pxAt(view, tMs)), heightPx - (isMajor ? 8 : 4), 1, isMajor ? 8 : 4)
  }
  ctx.fillStyle = palette.faint
  for (let tMs = first; tMs < endOf(view); tMs += step)
    ctx.fillText(formatMediaTime(tMs, step < 1_000 ? 1 : 0), pxAt(view, tMs) + 4, heightPx / 2 - 1)
  drawMarkers(frame)
}

function drawMarkers({ ctx, view, palette, doc, heightPx }: LaneFrame): void {
  for (const { t, color } of doc.markers ?? []) {
    const x = pxAt(view, t)
    if (x < -MARKER_PX || x > view.widthPx + MARKER_PX) continue
    ctx.fillStyle = color ?? palette.info
    ctx.beginPath()
    ctx.moveTo(x - MARKER_PX / 2, heightPx - MARKER_PX)
    ctx.lineTo(x + MARKER_PX / 2, heightPx - MARKER_PX)
    ctx.lineTo(x, heightPx)
    ctx.fill()
  }
}
