import { type ChartScale, scaleOf, STEP } from './chart-scale.ts'

/** A value and its place on the horizontal axis, such as a month. */
export type ChartPoint = {
  /** Unique among the points. */
  readonly id: string
  /** The place in words: 'Nov 2026'. */
  readonly label: string
  readonly value: number
}

type ChartProps = {
  /** Names the table that screen readers get: 'Earnings by month'. */
  caption: string
  /** The heads of that table's columns: the place and the value. */
  columns: readonly [place: string, value: string]
  /** In the order of the axis; at least one. */
  points: readonly ChartPoint[]
  kind: 'bars' | 'line'
  /** Writes a value in words: '$12.00'. */
  format: (value: number) => string
  /** Marks the maximum with a line and its value. Default: false. */
  showsMaximum?: boolean
  /** Leaves points without a value out of the table. Default: false. */
  omitsZeros?: boolean
  /** The `id` of the marked point. */
  selected?: string | null
  /** Called when the pointer is over a point, and with null when it leaves; without it, each point has a tooltip. */
  onSelect?: (id: string | null) => void
}

/** Values over time as bars or a line, drawn to the full width, with a table for screen readers. Takes negative values. */
export function Chart(props: ChartProps) {
  const { points, kind, format, showsMaximum = false } = props
  const scale = scaleOf(
    points.map(({ value }) => value),
    // A line at the very top would be clipped to half its width.
    { top: kind === 'line' ? 3 : 0 },
  )
  return (
    <>
      <div aria-hidden="true" className="tabular grid grid-cols-[auto_1fr] text-xs text-faint">
        <span className="-mt-2">{showsMaximum && <span className="pr-3">{format(scale.maximum)}</span>}</span>
        <svg
          viewBox={`0 0 ${scale.width} ${scale.height}`}
          preserveAspectRatio="none"
          className={showsMaximum ? 'h-32 w-full border-t border-border' : 'h-32 w-full'}
          onPointerLeave={() => props.onSelect?.(null)}
        >
          <HorizontalLine y={scale.zero} width={scale.width} />
          {kind === 'line' ? <Line points={points} scale={scale} /> : <Bars points={points} scale={scale} />}
          <PointerTargets {...props} scale={scale} />
        </svg>
        <p className="col-start-2 mt-2 flex justify-between gap-4">
          <span>{points[0]?.label}</span>
          <span>{points.length > 1 && points.at(-1)?.label}</span>
        </p>
      </div>
      <ChartTable {...props} />
    </>
  )
}

type Drawn = { points: readonly ChartPoint[]; scale: ChartScale }

function HorizontalLine({ y, width }: { y: number; width: number }) {
  return <line x1={0} x2={width} y1={y} y2={y} className="stroke-control" vectorEffect="non-scaling-stroke" />
}

function Bars({ points, scale }: Drawn) {
  return points.map(({ id, value }, index) => {
    const y = scale.yOf(value)
    return (
      <rect
        key={id}
        x={index * STEP + STEP * 0.2}
        y={Math.min(y, scale.zero)}
        width={STEP * 0.6}
        height={Math.abs(scale.zero - y)}
        className="fill-accent"
      />
    )
  })
}

function Line({ points, scale }: Drawn) {
  const line = points.map(({ value }, index) => `${scale.xOf(index)},${scale.yOf(value)}`).join(' ')
  const [from, to] = [scale.xOf(0), scale.xOf(points.length - 1)]
  return (
    <>
      <polygon points={`${from},${scale.zero} ${line} ${to},${scale.zero}`} className="fill-accent opacity-15" />
      <polyline points={line} fill="none" strokeWidth={2} className="stroke-accent" vectorEffect="non-scaling-stroke" />
    </>
  )
}

/** A full-height column for each point, so that a low value is as easy to reach as a high one. */
function PointerTargets({ points, scale, format, selected, onSelect }: ChartProps & Drawn) {
  const marked = points.findIndex(({ id }) => id === selected)
  return (
    <>
      {marked >= 0 && (
        <line
          x1={scale.xOf(marked)}
          x2={scale.xOf(marked)}
          y1={0}
          y2={scale.height}
          strokeDasharray="3 3"
          className="stroke-muted"
          vectorEffect="non-scaling-stroke"
        />
      )}
      {points.map(({ id, label, value }, index) => (
        <rect
          key={id}
          x={index * STEP}
          width={STEP}
          height={scale.height}
          fill="transparent"
          onPointerEnter={() => onSelect?.(id)}
          onPointerDown={() => onSelect?.(id)}
        >
          {onSelect === undefined && <title>{`${label}: ${format(value)}`}</title>}
        </rect>
      ))}
    </>
  )
}

function ChartTable({ caption, columns: [place, value], points, format, omitsZeros = false }: ChartProps) {
  const rows = omitsZeros ? points.filter((point) => point.value !== 0) : points
  return (
    <table className="sr-only">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{place}</th>
          <th scope="col">{value}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((point) => (
          <tr key={point.id}>
            <th scope="row">{point.label}</th>
            <td>{format(point.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
