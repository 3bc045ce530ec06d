import { expect, test } from 'vitest'
import { chartOf, HISTORY_DAYS, stateOfDay, uptimeOf, worstOf } from './history.ts'

const FULL = { operational: 1_440, degraded: 0, down: 0 }

test('the chart ends today, has 90 days, and leaves gaps for days without checks', () => {
  const chart = chartOf(
    [
      { day: '2026-11-19', ...FULL },
      { day: '2026-11-21', ...FULL },
    ],
    '2026-11-21',
  )
  expect(chart).toHaveLength(HISTORY_DAYS)
  expect(chart[0]?.day).toBe('2026-08-24')
  expect(chart.slice(-3).map(({ day, checks }) => [day, checks !== null])).toEqual([
    ['2026-11-19', true],
    ['2026-11-20', false],
    ['2026-11-21', true],
  ])
})

test('leaves out a day older than the chart', () => {
  expect(chartOf([{ day: '2026-08-23', ...FULL }], '2026-11-21').every(({ checks }) => checks === null)).toBe(true)
})

test.each([
  { checks: FULL, state: 'operational' },
  { checks: { operational: 1_439, degraded: 1, down: 0 }, state: 'degraded' },
  { checks: { operational: 1_438, degraded: 1, down: 1 }, state: 'down' },
])('a day counts as its worst minute: $state', ({ checks, state }) => {
  expect(stateOfDay({ day: '2026-11-21', ...checks })).toBe(state)
})

test.each([
  { days: [], uptime: null },
  { days: [FULL], uptime: 10_000 },
  { days: [FULL, { operational: 0, degraded: 1_440, down: 0 }], uptime: 10_000 },
  { days: [FULL, { operational: 1_439, degraded: 0, down: 1 }], uptime: 9_996 },
  { days: [{ operational: 0, degraded: 0, down: 5 }], uptime: 0 },
])('the uptime of $days.length days is $uptime, never rounded up', ({ days, uptime }) => {
  expect(uptimeOf(days.map((checks) => ({ day: '2026-11-21', ...checks })))).toBe(uptime)
})

test.each([
  { states: [], worst: 'operational' },
  { states: ['operational', 'degraded'], worst: 'degraded' },
  { states: ['down', 'degraded', 'operational'], worst: 'down' },
] as const)('the product is in the state of its worst part: $worst', ({ states, worst }) => {
  expect(worstOf(states)).toBe(worst)
})
