import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** One column of a {@link DataTable}: its name and its cells. */
export type Column<Row> = {
  readonly name: string
  readonly render: (row: Row) => ReactNode
  /** Whether it is numeric and right-aligned. */
  readonly isFigure?: boolean
  /** Whether its name is for screen readers only, as for a column of buttons, which stand at the right edge. */
  readonly hasNoHead?: boolean
}

/** Props of {@link DataTable}. */
export type DataTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/**
 * A table on a wide screen; on a narrow one each row is a block of column names and values. The first column names the
 * row.
 */
export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <table aria-label={label} className="w-full text-left text-sm max-md:block">
      <thead className="border-b border-border-strong text-faint max-md:sr-only">
        <tr>
          {columns.map(({ name, isFigure, hasNoHead }, n) => (
            <th
              key={name}
              scope="col"
              className={classNames(
                'py-2 pr-4 font-medium last:pr-0',
                isFigure && 'text-right',
                isAfterFigure(columns, n) && AFTER_FIGURE,
              )}
            >
              <span className={hasNoHead === true ? 'sr-only' : undefined}>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <tr key={keyOf(row)} className="border-b border-border max-md:grid max-md:gap-1 max-md:py-3 md:align-top">
            {columns.map((column, n) => (
              <Cell key={column.name} column={column} row={row} isFirst={n === 0} isApart={isAfterFigure(columns, n)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Figures end where the text of the next column would begin. */
const AFTER_FIGURE = 'md:pl-6'

function isAfterFigure<Row>(columns: readonly Column<Row>[], n: number): boolean {
  return columns[n - 1]?.isFigure === true && columns[n]?.isFigure !== true
}

function Cell<Row>(o: { column: Column<Row>; row: Row; isFirst: boolean; isApart: boolean }) {
  const { column, row, isFirst, isApart } = o
  const { name, render, isFigure, hasNoHead } = column
  const content = render(row)
  if (isFirst) {
    return (
      <th scope="row" className="py-2.5 pr-4 font-medium break-words max-md:py-0 max-md:text-base">
        {content}
      </th>
    )
  }
  return (
    <td
      className={classNames(
        'py-2.5 pr-4 break-words last:pr-0 max-md:flex max-md:justify-between max-md:gap-4 max-md:py-0 max-md:pr-0',
        isFigure && 'tabular whitespace-nowrap md:text-right',
        hasNoHead && 'max-md:mt-1 md:text-right',
        isApart && AFTER_FIGURE,
      )}
    >
      {hasNoHead !== true && <span className="text-faint md:hidden">{name}</span>}
      <div className="min-w-0 max-md:text-right">{content}</div>
    </td>
  )
}
