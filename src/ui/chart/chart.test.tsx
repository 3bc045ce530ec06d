import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Site } from '../../../tests/support/web.tsx'
import { Chart } from './chart.tsx'
import { StateBars } from './state-bars.tsx'

const POINTS = [
  { id: 'a', label: '1 Nov', value: 20 },
  { id: 'b', label: '2 Nov', value: 0 },
  { id: 'c', label: '3 Nov', value: -10 },
]

test.each(['bars', 'line'] as const)('gives screen readers a table in place of the %s', async (kind) => {
  await open({ kind })
  const table = page.getByRole('table', { name: 'Credits by day' })
  await expect.element(table.getByRole('columnheader', { name: 'Credits' })).toBeInTheDocument()
  await expect.element(table.getByRole('row', { name: '2 Nov 0 credits' })).toBeInTheDocument()
  await expect.element(table.getByRole('row', { name: '3 Nov -10 credits' })).toBeInTheDocument()
})

test('leaves days without a value out of the table on request', async () => {
  await open({ kind: 'bars', omitsZeros: true })
  const days = page.getByRole('rowheader')
  await expect.element(days.first()).toHaveTextContent('1 Nov')
  expect(days.elements().map(({ textContent }) => textContent)).toEqual(['1 Nov', '3 Nov'])
})

test('draws bars in proportion, negative ones below the line at zero', async () => {
  await open({ kind: 'bars', showsMaximum: true })
  await expect.element(page.getByText('20 credits').first()).toBeVisible()
  const bars = [...document.querySelectorAll('.fill-accent')].map((bar) => bar.getBoundingClientRect())
  const [high, empty, negative] = bars
  if (high === undefined || empty === undefined || negative === undefined) throw new Error('no bars')
  expect(high.height / negative.height).toBeCloseTo(2)
  expect(empty.height).toBe(0)
  expect(negative.top).toBeCloseTo(high.bottom)
})

test('selects the point under the pointer', async () => {
  const selected: (string | null)[] = []
  await open({ kind: 'line', onSelect: (id) => selected.push(id) })
  const [first] = document.querySelectorAll('rect')
  if (first === undefined) throw new Error('no pointer targets')
  await page.elementLocator(first).hover()
  await expect.poll(() => selected.at(-1)).toBe('a')
})

test('sums a row of states up in words, and says each state', async () => {
  await render(
    <Site path="/">
      <StateBars
        label="99.88% uptime"
        bars={[
          { id: 'a', title: '1 Nov: down for 3 minutes', tone: 'error' },
          { id: 'b', title: '2 Nov: not checked', tone: null },
        ]}
      />
    </Site>,
  )
  await expect.element(page.getByRole('img', { name: '99.88% uptime' })).toBeVisible()
  const [down, unknown] = [page.getByTitle('1 Nov: down for 3 minutes'), page.getByTitle('2 Nov: not checked')]
  expect(down.element().clientHeight).toBeLessThan(unknown.element().clientHeight)
})

async function open(o: Omit<Parameters<typeof Chart>[0], 'caption' | 'columns' | 'points' | 'format'>) {
  await render(
    <Site path="/">
      <Chart
        caption="Credits by day"
        columns={['Day', 'Credits']}
        points={POINTS}
        format={(value) => `${value} credits`}
        {...o}
      />
    </Site>,
  )
}
