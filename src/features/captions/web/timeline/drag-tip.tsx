import { useStore } from 'zustand'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import type { SnapKind } from './snap.ts'
import type { TimelineStore } from './timeline-store.ts'
import { pxAt } from './viewport.ts'

const SNAPPED: { readonly [Kind in SnapKind]: string } = {
  playhead: 'playhead',
  shot: 'shot change',
  word: 'word',
  pause: 'pause',
}
/** Width that the tip needs on either side, px. */
const HALF_PX = 84

/** The time at the pointer while something is dragged, and the line that it snaps to. */
export function DragTip({ timeline }: { timeline: TimelineStore }) {
  const drag = useStore(timeline, (state) => state.drag)
  const view = useStore(timeline, (state) => (state.drag === null ? null : state.view))
  if (drag === null || view === null) return null
  const { tMs, byMs, px, snap } = drag
  const sign = byMs < 0 ? '−' : '+'
  const left = Math.min(Math.max(px, HALF_PX), Math.max(HALF_PX, view.widthPx - HALF_PX))
  return (
    <>
      {snap !== null && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-0 w-px bg-warning"
          style={{ transform: `translateX(${pxAt(view, snap.tMs)}px)` }}
        />
      )}
      <div
        aria-hidden="true"
        className="tabular pointer-events-none absolute top-0 left-0 z-10 rounded-sm border border-border-strong bg-raised px-2 py-0.5 text-xs whitespace-nowrap text-text shadow-float"
        style={{ transform: `translateX(calc(${left}px - 50%))` }}
      >
        {formatMediaTime(tMs, 3)}{' '}
        <span className="text-muted">
          {sign}
          {formatNumber(Math.abs(byMs) / 1_000, 3)} s
        </span>
        {snap !== null && <span className="text-warning"> · {SNAPPED[snap.kind]}</span>}
      </div>
    </>
  )
}
