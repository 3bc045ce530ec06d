import { expect, test } from 'vitest'
import { Filmstrip } from './filmstrip.ts'
import { countSheets, planSheet, SHEET_MS, tileAt } from './filmstrip-sheet.ts'

const PORTRAIT = { width: 1_080, height: 1_920 }

test.each([
  [300, 1],
  [60_000, 1],
  [60_001, 2],
  [7_200_000, 120],
])('a video of %i ms has %i sheets', (durationMs, sheets) => {
  expect(countSheets(durationMs)).toBe(sheets)
  expect(planSheet({ ...PORTRAIT, durationMs }, sheets - 1)).toBeDefined()
  expect(planSheet({ ...PORTRAIT, durationMs }, sheets)).toBeUndefined()
})

test.each([
  [{ ...PORTRAIT, durationMs: 90_000 }, 0, { count: 60, columns: 10, rows: 6, tileWidth: 40, tileHeight: 72 }],
  [{ ...PORTRAIT, durationMs: 90_000 }, 1, { count: 30, columns: 10, rows: 3 }],
  [{ ...PORTRAIT, durationMs: 300 }, 0, { count: 1, columns: 1, rows: 1 }],
  [{ width: 1_920, height: 1_080, durationMs: 61_500 }, 1, { count: 2, columns: 2, rows: 1, tileWidth: 128 }],
  [{ width: 3_840, height: 40, durationMs: 60_000 }, 0, { tileWidth: 160, tileHeight: 2 }],
])('the sheet of %j at minute %i', (video, minute, plan) => {
  expect(planSheet(video, minute)).toMatchObject({ intervalMs: 1_000, ...plan })
  expect(Filmstrip.safeParse(planSheet(video, minute)).success).toBe(true)
})

test.each([-1, 0.5, Number.NaN, Infinity])('there is no sheet %d', (minute) => {
  expect(planSheet({ ...PORTRAIT, durationMs: 90_000 }, minute)).toBeUndefined()
})

test('each second has its tile, and times outside a sheet the nearest', () => {
  const plan = planSheet({ ...PORTRAIT, durationMs: SHEET_MS + 23_500 }, 1)
  const places = [-5, 0, 999, 1_000, 13_400, 23_400, 99_000].map((timeMs) => plan && tileAt(plan, timeMs))
  expect(places.map((place) => [place?.x, place?.y])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
    [40, 0],
    [120, 72],
    [120, 144],
    [120, 144],
  ])
})
