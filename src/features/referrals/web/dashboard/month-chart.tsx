import { formatMonth } from '#platform/shared/format/dates.ts'

/** One month of a chart. */
export type Point = { readonly month: string; readonly value: number }

/** The width of a month and the height of the chart, in SVG units. */
const STEP = 20
const HEIGHT = 60
/** Space above the highest point, so that its line is not clipped. */
const TOP = 3

/** A line chart over months, and a table for screen readers. Charts share the selected month. */
export function MonthChart({
  title,
  points,
  format,
  chosen,
  onChoose,
}: {
  title: string
  points: readonly Point[]
  format: (value: number) => string
  /** The selected month in any chart; the heading shows its value instead of the sum. */
  chosen: string | null
  onChoose: (month: string | null) => void
}) {
  const total = points.reduce((sum, { value }) => sum + value, 0)
  const shown = points.find(({ month }) => month === chosen)
  const [first, last] = [points[0], points.at(-1)]
  return (
    <figure className="rounded-xl border border-border bg-surface p-5">
      <figcaption className="flex items-baseline justify-between gap-3">
        <h3 className="text-sm font-medium text-muted">{title}</h3>
        <span className="tabular text-sm text-faint">
          {shown ? formatMonth(shown.month) : `${points.length} months`}
        </span>
      </figcaption>
      <p className="tabular mt-1 font-display text-3xl font-bold">{format(shown ? shown.value : total)}</p>
      <Picture points={points} chosen={chosen} onChoose={onChoose} />
      <p aria-hidden="true" className="mt-2 flex justify-between text-xs text-faint">
        <span>{first && formatMonth(first.month)}</span>
        <span>{last && formatMonth(last.month)}</span>
      </p>
      <MonthTable title={title} points={points} format={format} />
    </figure>
  )
}

function Picture({
  points,
  chosen,
  onChoose,
}: {
  points: readonly Point[]
  chosen: string | null
  onChoose: (month: string | null) => void
}) {
  const places = placesOf(points)
  const line = places.map(({ x, y }) => `${x},${y}`).join(' ')
  const marked = places.find(({ month }) => month === chosen)
  const zero = heightOf(0, points)
  const width = points.length * STEP
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-4 h-32 w-full"
      onPointerLeave={() => onChoose(null)}
    >
      <line x1={0} x2={width} y1={zero} y2={zero} className="stroke-control" vectorEffect="non-scaling-stroke" />
      <polygon points={`${STEP / 2},${zero} ${line} ${width - STEP / 2},${zero}`} className="fill-accent opacity-15" />
      <polyline points={line} fill="none" strokeWidth={2} className="stroke-accent" vectorEffect="non-scaling-stroke" />
      {marked && (
        <line
          x1={marked.x}
          x2={marked.x}
          y1={0}
          y2={HEIGHT}
          strokeDasharray="3 3"
          className="stroke-muted"
          vectorEffect="non-scaling-stroke"
        />
      )}
      {places.map(({ month }, index) => (
        <rect
          key={month}
          x={index * STEP}
          width={STEP}
          height={HEIGHT}
          fill="transparent"
          onPointerEnter={() => onChoose(month)}
          onPointerDown={() => onChoose(month)}
        />
      ))}
    </svg>
  )
}

function MonthTable({
  title,
  points,
  format,
}: {
  title: string
  points: readonly Point[]
  format: (value: number) => string
}) {
  return (
    <table className="sr-only">
      <caption>{title} by month</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">{title}</th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ month, value }) => (
          <tr key={month}>
            <th scope="row">{formatMonth(month)}</th>
            <td>{format(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function placesOf(points: readonly Point[]) {
  return points.map(({ month, value }, index) => ({ month, x: index * STEP + STEP / 2, y: heightOf(value, points) }))
}

/** Measured from the top; a month with more reversals than earnings lies below zero. */
function heightOf(value: number, points: readonly Point[]): number {
  const values = points.map((point) => point.value)
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  if (least === most) return HEIGHT - 1
  return TOP + ((most - value) / (most - least)) * (HEIGHT - TOP - 1)
}
