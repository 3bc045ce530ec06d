import { expect, test } from 'vitest'
import { Filmstrip, planFilmstrip } from './filmstrip.ts'
import { previewSize } from './preview-size.ts'

test.each([
  [
    { width: 1_080, height: 1_920 },
    { width: 540, height: 960 },
  ],
  [
    { width: 3_840, height: 2_160 },
    { width: 960, height: 540 },
  ],
  [
    { width: 321, height: 181 },
    { width: 322, height: 182 },
  ],
  [
    { width: 3_026, height: 1_386 },
    { width: 1_178, height: 540 },
  ],
  [
    { width: 3, height: 2_000 },
    { width: 4, height: 2_000 },
  ],
])('the preview of %j is %j', (shown, preview) => {
  expect(previewSize(shown)).toEqual(preview)
})

test.each([
  [200, { count: 1, columns: 1, rows: 1, intervalMs: 500 }],
  [10_000, { count: 20, columns: 10, rows: 2, intervalMs: 500 }],
  [180_000, { count: 100, columns: 10, rows: 10, intervalMs: 1_800 }],
  [7_200_000, { count: 100, columns: 10, rows: 10, intervalMs: 72_000 }],
])('the filmstrip of %i ms', (durationMs, plan) => {
  const made = planFilmstrip({ durationMs, width: 1_080, height: 1_920 })
  expect(made).toMatchObject({ ...plan, tileWidth: 54, tileHeight: 96 })
  expect(Filmstrip.parse(made)).toEqual(made)
})
