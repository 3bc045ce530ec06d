import { formatMonth } from '#platform/shared/format/dates.ts'
import { Card } from '#ui/card.tsx'
import { Chart } from '#ui/chart/chart.tsx'

/** One month of a chart. */
export type MonthValue = { readonly month: string; readonly value: number }

/** A card with a line over months and their sum. Charts share the selected month. */
export function MonthChart({
  title,
  months,
  format,
  selected,
  onSelect,
}: {
  title: string
  months: readonly MonthValue[]
  format: (value: number) => string
  /** The selected month in any chart; the heading shows its value instead of the sum. */
  selected: string | null
  onSelect: (month: string | null) => void
}) {
  const total = months.reduce((sum, { value }) => sum + value, 0)
  const shown = months.find(({ month }) => month === selected)
  return (
    <Card as="figure">
      <figcaption className="flex items-baseline justify-between gap-3">
        <h3 className="text-sm font-medium text-muted">{title}</h3>
        <span className="tabular text-sm text-faint">
          {shown ? formatMonth(shown.month) : `${months.length} months`}
        </span>
      </figcaption>
      <p className="tabular mt-1 mb-4 font-display text-3xl font-bold">{format(shown ? shown.value : total)}</p>
      <Chart
        kind="line"
        caption={`${title} by month`}
        columns={['Month', title]}
        points={months.map(({ month, value }) => ({ id: month, label: formatMonth(month), value }))}
        format={format}
        selected={selected}
        onSelect={onSelect}
      />
    </Card>
  )
}
