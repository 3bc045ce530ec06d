import { useState } from 'react'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { Chart, type ChartPoint } from '#ui/chart/chart.tsx'
import { type StateBar, StateBars } from '#ui/chart/state-bars.tsx'
import { Example, State } from './example.tsx'

const MINUTES = pointsOf([12, 31, 0, 24, 46, 18, 0])
const BALANCES = pointsOf([20, 35, 10, -15, -5, 25, 40])
const ZEROS = pointsOf([0, 0, 0, 0, 0, 0, 0])

const MINUTES_BY_DAY = { columns: ['Day', 'Minutes'], format: (minutes: number) => formatNumber(minutes) } as const
const BALANCE_BY_DAY = { columns: ['Day', 'Balance'], format: (balance: number) => formatNumber(balance) } as const

const DAYS: readonly StateBar[] = Array.from({ length: 30 }, (_, index) => {
  const day = `${index + 1} Nov`
  if (index < 4) return { id: day, title: `${day}: not checked`, tone: null }
  if (index === 11) return { id: day, title: `${day}: slow for 20 minutes`, tone: 'warning' }
  if (index === 19) return { id: day, title: `${day}: down for 3 minutes`, tone: 'error' }
  return { id: day, title: `${day}: operational`, tone: 'success' }
})
const UNCHECKED: readonly StateBar[] = DAYS.map(({ id }) => ({ id, title: `${id}: not checked`, tone: null }))

/** Components that draw values over time. */
export function ChartExamples() {
  const [selected, setSelected] = useState<string | null>('4 Nov')
  return (
    <>
      <Example name="Chart" use="Values over time. Screen readers get a table.">
        <State name="Bars with a maximum; zeros are left out of the table">
          <Chart {...MINUTES_BY_DAY} kind="bars" caption="Minutes by day" points={MINUTES} showsMaximum omitsZeros />
        </State>
        <State name="Bars with negative values">
          <Chart {...BALANCE_BY_DAY} kind="bars" caption="Balance by day" points={BALANCES} />
        </State>
        <State name="Line with a selected point">
          <Chart
            {...MINUTES_BY_DAY}
            kind="line"
            caption="Minutes by day, as a line"
            points={MINUTES}
            selected={selected}
            onSelect={setSelected}
          />
        </State>
        <State name="Line with negative values">
          <Chart {...BALANCE_BY_DAY} kind="line" caption="Balance by day, as a line" points={BALANCES} showsMaximum />
        </State>
        <State name="One point">
          <Chart {...MINUTES_BY_DAY} kind="bars" caption="Minutes on one day" points={MINUTES.slice(0, 1)} />
        </State>
        <State name="Only zeros">
          <Chart {...MINUTES_BY_DAY} kind="line" caption="Minutes by day, none yet" points={ZEROS} />
        </State>
      </Example>
      <Example name="StateBars" use="States over time in one row, the newest on the right.">
        <State name="Every tone">
          <StateBars label="99.9% uptime" bars={DAYS} />
        </State>
        <State name="Nothing known">
          <StateBars label="No checks yet" bars={UNCHECKED} />
        </State>
        <State name="One bar">
          <StateBars label="100% uptime" bars={DAYS.slice(-1)} />
        </State>
      </Example>
    </>
  )
}

/** One point for each value, a day apart. */
function pointsOf(values: readonly number[]): readonly ChartPoint[] {
  return values.map((value, index) => {
    const day = `${index + 1} Nov`
    return { id: day, label: day, value }
  })
}
