import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import type { LaneContext } from '../canvases/lane-canvases.ts'
import type { LaneFrame } from './lane-frame.ts'
import type { Palette } from './palette.ts'
import type { SnapKind } from '../gestures/snap.ts'
import { pxAt } from '../viewport.ts'

const SNAPPED: { readonly [Kind in SnapKind]: string } = {
  playhead: 'playhead',
  shot: 'shot change',
  word: 'word',
  pause: 'pause',
}
const HEAD_PX = 2
const TIP = { heightPx: 20, paddingPx: 8, radiusPx: 4 } as const

/** Where the lines over all lanes are, px; null for those that are not visible. */
export type Lines = { readonly playheadPx: number | null; readonly snapPx: number | null }

/** The lines of a frame: the playhead and, while something is dragged, what it snaps to. */
export function linesOf({ view, playheadMs, drag }: Pick<LaneFrame, 'view' | 'playheadMs' | 'drag'>): Lines {
  const head = pxAt(view, playheadMs)
  return {
    playheadPx: head >= -1 && head <= view.widthPx + 1 ? Math.round(head - HEAD_PX / 2) : null,
    snapPx: drag === null || drag.snap === null ? null : Math.round(pxAt(view, drag.snap.tMs)),
  }
}

/**
 * Draws the lines over all lanes, on the largest canvas of all. Moving an element instead costs the browser a new list
 * of layers in every frame.
 */
export function drawOverlay({ ctx, heightPx, palette }: LaneFrame, { playheadPx, snapPx }: Lines): void {
  if (playheadPx !== null) {
    ctx.fillStyle = palette.accent
    ctx.fillRect(playheadPx, 0, HEAD_PX, heightPx)
  }
  if (snapPx === null) return
  ctx.fillStyle = palette.warning
  ctx.fillRect(snapPx, 0, 1, heightPx)
}

/** Draws the time at the pointer, and what it snaps to, while something is dragged. */
export function drawTip({ ctx, view, palette, drag }: LaneFrame): void {
  if (drag === null) return
  const { tMs, byMs, px, snap } = drag
  const offset = ` ${byMs < 0 ? '−' : '+'}${formatNumber(Math.abs(byMs) / 1_000, 3)} s`
  const parts = [
    { text: formatMediaTime(tMs, 3), color: palette.text },
    { text: offset, color: palette.muted },
    ...(snap === null ? [] : [{ text: ` · ${SNAPPED[snap.kind]}`, color: palette.warning }]),
  ].map((part) => ({ ...part, width: columnWidth(ctx, palette, part.text) }))
  const width = parts.reduce((sum, part) => sum + part.width, 2 * TIP.paddingPx)
  const left = Math.round(Math.max(0, Math.min(px - width / 2, view.widthPx - width)))
  ctx.beginPath()
  ctx.roundRect(left + 0.5, 0.5, width - 1, TIP.heightPx - 1, TIP.radiusPx)
  ctx.fillStyle = palette.box
  ctx.fill()
  ctx.strokeStyle = palette.edge
  ctx.stroke()
  let x = left + TIP.paddingPx
  for (const { text, color, width: partWidth } of parts) {
    ctx.fillStyle = color
    ctx.fillText(text, x, TIP.heightPx / 2 + 0.5)
    x += partWidth
  }
}

/** The widths of texts of the tip, by the look that they are measured in. */
const columns = new WeakMap<Palette, Map<string, number>>()

/**
 * The width of a text whose digits are all as wide as a zero: the tip keeps its width while its times change, and
 * measures nothing in most frames.
 */
function columnWidth(ctx: LaneContext, palette: Palette, text: string): number {
  const known = columns.get(palette) ?? new Map<string, number>()
  columns.set(palette, known)
  const shape = text.replace(/\d/gu, '0')
  const width = known.get(shape) ?? ctx.measureText(shape).width
  known.set(shape, width)
  return width
}
