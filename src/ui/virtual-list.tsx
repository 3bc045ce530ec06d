import { type ReactNode, useRef, useState } from 'react'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { classNames } from './class-names.ts'

/** Props of {@link VirtualList}. */
export type VirtualListProps<Item> = {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  /** Height of a row before it is measured, px. */
  rowHeightPx: number
  /** Gives the list its height. */
  className?: string
}

/** Rows rendered beyond the visible ones on either side. */
const MARGIN_ROWS = 8

/**
 * A long list that holds only the rows on screen, of any height. The row with the focus stays, wherever the list is
 * scrolled.
 */
export function VirtualList<Item>({ label, items, keyOf, renderItem, rowHeightPx, className }: VirtualListProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<number>()
  // oxlint-disable-next-line react/incompatible-library -- we do not use the React compiler, which cannot memoize it
  const rows = useVirtualizer({
    count: items.length,
    overscan: MARGIN_ROWS,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    rangeExtractor: (range) => withRow(defaultRangeExtractor(range), focused, range.count),
  })
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls what has the focus
      tabIndex={0}
      className={classNames('overflow-y-auto overscroll-contain outline-offset-[-2px]', className)}
    >
      <ul aria-label={label} className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index]
          return item === undefined ? null : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- notes where the focus is
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              onFocus={() => setFocused(index)}
              onBlur={() => setFocused(undefined)}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {renderItem(item)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** These rows and one more, in order. */
function withRow(rows: readonly number[], row: number | undefined, count: number): number[] {
  if (row === undefined || row >= count || rows.includes(row)) return [...rows]
  return [...rows, row].toSorted((a, b) => a - b)
}
