import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Rows from `from` to before `to`, of which those on screen are some. */
export type RowWindow = {
  readonly from: number
  readonly to: number
  /** Height that a row outside the window takes, px. */
  readonly rowHeight: number
  /** The window holds all rows, however many are on screen. */
  readonly isWhole: boolean
  /** Moves the window to a row outside it. */
  reveal(row: number): void
}

/** Lists up to this length are rendered whole. */
const WHOLE_ROWS = 150
/** Rows beyond the screen on either side; the window moves by as many at a time. */
const MARGIN_ROWS = 20
/** Before anybody scrolls; a row of one line is 38 px high. */
const FIRST_WINDOW = { from: 0, to: 60, rowHeight: 38 }
/** Differences of measured heights below this share leave the scroll bar alone. */
const TOLERANCE = 0.2

/**
 * The rows of a long list to render: those on screen, with some on either side.
 * @param list the element whose scrolling ancestor is marked `data-scrolls`, and whose rows are marked `data-row`
 */
export function useRowWindow(list: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [shown, setShown] = useState<Placed>(FIRST_WINDOW)
  const last = useRef<Placed>(FIRST_WINDOW)
  const isWhole = count <= WHOLE_ROWS
  const show = useCallback((next: Placed) => {
    last.current = next
    setShown(next)
  }, [])

  useEffect(() => {
    const scroller = list.current?.closest<HTMLElement>('[data-scrolls]') ?? null
    if (isWhole || scroller === null) return
    const follow = () => {
      const next = windowAt(list.current, scroller, { shown: last.current, count })
      if (next !== last.current) show(next)
    }
    // Calls back for the first time after the first layout: asking before would lay the page out once more.
    const resized = new ResizeObserver(follow)
    resized.observe(scroller)
    scroller.addEventListener('scroll', follow, { passive: true })
    return () => {
      resized.disconnect()
      scroller.removeEventListener('scroll', follow)
    }
  }, [list, count, isWhole, show])

  const reveal = useCallback(
    (row: number) => {
      const { from, to, rowHeight } = last.current
      if (row < from || row >= to) show({ ...around(row, row), rowHeight })
    },
    [show],
  )
  const whole = { from: 0, to: count, rowHeight: shown.rowHeight }
  return { ...(isWhole ? whole : { ...shown, to: Math.min(shown.to, count) }), isWhole, reveal }
}

type Placed = { readonly from: number; readonly to: number; readonly rowHeight: number }

/** The window around what the scroller shows; the same object while that lies well inside the present one. */
function windowAt(
  list: HTMLElement | null,
  scroller: HTMLElement,
  { shown: before, count }: { readonly shown: Placed; readonly count: number },
): Placed {
  const end = Math.min(before.to, count)
  const first = list?.querySelector(`[data-row="${before.from}"]`)?.getBoundingClientRect()
  const last = list?.querySelector(`[data-row="${end - 1}"]`)?.getBoundingClientRect()
  // The list has become shorter than where the window was.
  if (first === undefined || last === undefined) return { ...before, ...around(count - 1, count - 1) }
  const measured = (last.bottom - first.top) / (end - before.from)
  // In a panel that is hidden nothing has a place.
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

/** All rows as runs: the window and single rows outside it are rendered, those between are left out. */
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
