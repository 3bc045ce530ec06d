import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import type { LaneFrame } from './lane-frame.ts'
import type { SnapKind } from './snap.ts'
import type { ActiveDrag } from './timeline-store.ts'
import { pxAt } from './viewport.ts'

const SNAPPED: { readonly [Kind in SnapKind]: string } = {
  playhead: 'playhead',
  shot: 'shot change',
  word: 'word',
  pause: 'pause',
}
const HEAD_PX = 2
const TIP = { heightPx: 20, paddingPx: 8, radiusPx: 4 } as const

/**
 * Draws what lies over all lanes: the playhead and, while something is dragged, the time at the pointer and the line
 * that it snaps to. Moving an element instead costs the browser a new list of layers in every frame.
 */
export function drawOverlay(frame: LaneFrame): void {
  const { ctx, view, heightPx, palette, drag } = frame
  const head = playheadPx(frame)
  if (head !== null) {
    ctx.fillStyle = palette.accent
    ctx.fillRect(head, 0, HEAD_PX, heightPx)
  }
  if (drag === null) return
  if (drag.snap !== null) {
    ctx.fillStyle = palette.warning
    ctx.fillRect(Math.round(pxAt(view, drag.snap.tMs)), 0, 1, heightPx)
  }
  drawTip(frame, drag)
}

/** The left edge of the playhead, px; null while it is not visible. */
export function playheadPx({ view, playheadMs }: Pick<LaneFrame, 'view' | 'playheadMs'>): number | null {
  const head = pxAt(view, playheadMs)
  return head >= -1 && head <= view.widthPx + 1 ? Math.round(head - HEAD_PX / 2) : null
}

function drawTip({ ctx, view, palette }: LaneFrame, { tMs, byMs, px, snap }: ActiveDrag): void {
  const offset = ` ${byMs < 0 ? '−' : '+'}${formatNumber(Math.abs(byMs) / 1_000, 3)} s`
  const parts = [
    { text: formatMediaTime(tMs, 3), color: palette.text },
    { text: offset, color: palette.muted },
    ...(snap === null ? [] : [{ text: ` · ${SNAPPED[snap.kind]}`, color: palette.warning }]),
  ].map((part) => ({ ...part, width: ctx.measureText(part.text).width }))
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
