import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { whenIdle } from '#platform/web/idle.ts'

/** The rendered rows, from `from` to before `to`, which include those on screen. */
export type RowWindow = {
  readonly from: number
  readonly to: number
  /** Assumed height of a row outside the window, px. */
  readonly rowHeight: number
  /** True if all rows are rendered, now or once the browser is idle. */
  readonly isWhole: boolean
  /** Moves the window to a row outside it. */
  reveal(row: number): void
}

/** Maximum rows of a list that is rendered as a whole. */
const WHOLE_ROWS = 150
/** Rows beyond the screen on each side; the window moves in steps of as many. */
const MARGIN_ROWS = 10
/** Height of a row of one line, px. */
const LINE_PX = 38
/** What the list leaves of the browser's window to the bars of the page, at least, px. */
const BARS_PX = 200
/** The longest wait until rows off screen are rendered too, also on a slow processor, ms. */
const LONGEST_WAIT_MS = 2_000
/** Relative changes of the measured height below this keep the current one, so that the scroll bar stays still. */
const TOLERANCE = 0.2

/**
 * The rows of a list to render: first those that fit on the screen; once the browser is idle, all of a short list, and of
 * a long one those on screen with a margin on each side.
 * @param list the element whose scrolling ancestor is marked `data-scrolls`, and whose rows are marked `data-row`
 * @param o.isGrowing true while more rows are loading: the list counts as a long one
 */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  { count, isGrowing }: { readonly count: number; readonly isGrowing: boolean },
): RowWindow {
  const [shown, setShown] = useState<Placed>(firstWindow)
  const last = useRef<Placed>(shown)
  const isWhole = !isGrowing && count <= WHOLE_ROWS
  const isDrawn = useFirstRowsDrawn(list)
  // Rows are measured in the page, so the window to measure from is the rendered one: a scroll and a resize may both
  // come before the next is rendered.
  useLayoutEffect(() => {
    last.current = shown
  }, [shown])

  useEffect(() => {
    const scroller = list.current?.closest<HTMLElement>('[data-scrolls]') ?? null
    if (!isDrawn || isWhole || scroller === null) return
    const follow = () => {
      const next = windowAt(list.current, scroller, { shown: last.current, count })
      if (next !== last.current) setShown(next)
    }
    // Calls back after the first layout; measuring earlier would force another one.
    const resized = new ResizeObserver(follow)
    resized.observe(scroller)
    scroller.addEventListener('scroll', follow, { passive: true })
    return () => {
      resized.disconnect()
      scroller.removeEventListener('scroll', follow)
    }
  }, [list, count, isWhole, isDrawn])

  const reveal = useCallback((row: number) => {
    const { from, to, rowHeight } = last.current
    if (row < from || row >= to) setShown({ ...around(row, row), rowHeight })
  }, [])
  const whole = { from: 0, to: count, rowHeight: shown.rowHeight }
  return { ...(isWhole && isDrawn ? whole : { ...shown, to: Math.min(shown.to, count) }), isWhole, reveal }
}

type Placed = { readonly from: number; readonly to: number; readonly rowHeight: number }

/** The window of a list that has not been laid out: no more rows than fit on the screen. */
function firstWindow(): Placed {
  return { from: 0, to: Math.max(MARGIN_ROWS, Math.ceil((innerHeight - BARS_PX) / LINE_PX)), rowHeight: LINE_PX }
}

/** False until the browser is idle after the first rows were rendered, or the list scrolls. */
function useFirstRowsDrawn(list: RefObject<HTMLElement | null>): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const scroller = list.current?.closest<HTMLElement>('[data-scrolls]') ?? null
    const end = () => setDrawn(true)
    scroller?.addEventListener('scroll', end, { once: true, passive: true })
    const cancel = whenIdle(end, { timeout: LONGEST_WAIT_MS })
    return () => {
      cancel()
      scroller?.removeEventListener('scroll', end)
    }
  }, [list])
  return isDrawn
}

/** The window around the visible rows; the same object while they are well inside the current one. */
function windowAt(
  list: HTMLElement | null,
  scroller: HTMLElement,
  { shown: before, count }: { readonly shown: Placed; readonly count: number },
): Placed {
  const end = Math.min(before.to, count)
  const first = list?.querySelector(`[data-row="${before.from}"]`)?.getBoundingClientRect()
  const last = list?.querySelector(`[data-row="${end - 1}"]`)?.getBoundingClientRect()
  // The list is now shorter than the start of the window.
  if (first === undefined || last === undefined) return { ...before, ...around(count - 1, count - 1) }
  const measured = (last.bottom - first.top) / (end - before.from)
  // Nothing has a position in a hidden panel.
  if (measured === 0) return before
  const rowAt = (y: number) => {
    if (y < first.top) return before.from - (first.top - y) / before.rowHeight
    return y > last.bottom ? end + (y - last.bottom) / before.rowHeight : before.from + (y - first.top) / measured
  }
  const view = scroller.getBoundingClientRect()
  const next = around(Math.max(0, rowAt(view.top)), Math.min(count - 1, rowAt(view.bottom)))
  const isUsual = Math.abs(measured - before.rowHeight) <= TOLERANCE * before.rowHeight
  if (next.from === before.from && next.to === before.to && isUsual) return before
  return { ...next, rowHeight: isUsual ? before.rowHeight : measured }
}

function around(first: number, last: number): Pick<Placed, 'from' | 'to'> {
  return {
    from: Math.max(0, (Math.floor(first / MARGIN_ROWS) - 1) * MARGIN_ROWS),
    to: (Math.floor(last / MARGIN_ROWS) + 2) * MARGIN_ROWS,
  }
}

/** A run of rows, rendered or left out. */
export type RowRun = { readonly from: number; readonly to: number; readonly isRendered: boolean }

/** All rows as runs: the window and single rows outside it are rendered, the others left out. */
export function runsOf(
  count: number,
  { from, to }: Pick<RowWindow, 'from' | 'to'>,
  single: readonly number[],
): RowRun[] {
  const outside = [...new Set(single)].filter((row) => row >= 0 && row < count && (row < from || row >= to))
  const rendered = [{ from: Math.min(from, count), to }, ...outside.map((row) => ({ from: row, to: row + 1 }))]
  const runs: RowRun[] = []
  let place = 0
  for (const run of rendered.toSorted((a, b) => a.from - b.from)) {
    if (run.from > place) runs.push({ from: place, to: run.from, isRendered: false })
    if (run.to > run.from) runs.push({ ...run, isRendered: true })
    place = run.to
  }
  if (place < count) runs.push({ from: place, to: count, isRendered: false })
  return runs
}
