import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The rendered rows, from `from` to before `to`, which include those on screen. */
export type RowWindow = {
  readonly from: number
  readonly to: number
  /** Assumed height of a row outside the window, px. */
  readonly rowHeight: number
  /** True if the window includes all rows. */
  readonly isWhole: boolean
  /** Moves the window to a row outside it. */
  reveal(row: number): void
}

/** Maximum rows of a list that is rendered as a whole. */
const WHOLE_ROWS = 150
/** Rows beyond the screen on each side; the window moves in steps of as many. */
const MARGIN_ROWS = 10
/** The window before the first scroll; a row of one line is 38 px high. */
const FIRST_WINDOW = { from: 0, to: 30, rowHeight: 38 }
/** Relative changes of the measured height below this keep the current one, so that the scroll bar stays still. */
const TOLERANCE = 0.2

/**
 * The rows of a long list to render: those on screen, with a margin on each side.
 * @param list the element whose scrolling ancestor is marked `data-scrolls`, and whose rows are marked `data-row`
 */
export function useRowWindow(list: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [shown, setShown] = useState<Placed>(FIRST_WINDOW)
  const last = useRef<Placed>(FIRST_WINDOW)
  const isWhole = count <= WHOLE_ROWS
  // Rows are measured in the page, so the window to measure from is the rendered one: a scroll and a resize may both
  // come before the next is rendered.
  useLayoutEffect(() => {
    last.current = shown
  }, [shown])

  useEffect(() => {
    const scroller = list.current?.closest<HTMLElement>('[data-scrolls]') ?? null
    if (isWhole || scroller === null) return
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
  }, [list, count, isWhole])

  const reveal = useCallback((row: number) => {
    const { from, to, rowHeight } = last.current
    if (row < from || row >= to) setShown({ ...around(row, row), rowHeight })
  }, [])
  const whole = { from: 0, to: count, rowHeight: shown.rowHeight }
  return { ...(isWhole ? whole : { ...shown, to: Math.min(shown.to, count) }), isWhole, reveal }
}

type Placed = { readonly from: number; readonly to: number; readonly rowHeight: number }

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
