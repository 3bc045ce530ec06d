import { expect, test } from 'vitest'
import { formatDays, formatMinutes } from './limits.ts'

test('writes limits in the unit of the plans', () => {
  expect([formatMinutes(120 * 60_000), formatDays(30 * 86_400_000), formatDays(86_400_000)]).toEqual([
    '120 min',
    '30 days',
    '1 day',
  ])
})
