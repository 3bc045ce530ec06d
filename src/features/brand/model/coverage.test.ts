import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangesOf, scriptsOf } from './coverage.ts'

test.each([
  [[], ''],
  [[0x41], '41'],
  [[0x20, 0x21, 0x22, 0x41, 0x43], '20-22,41,43'],
  [[0x41, 0x41, 0x42], '41-42'],
])('writes %j as ranges', (points, ranges) => {
  expect(rangesOf(points)).toBe(ranges)
})

test('a letter is covered exactly if its code point is listed', () => {
  const letters = fc.uniqueArray(fc.integer({ min: 0x20, max: 0x2_ff_ff }), { maxLength: 60 })
  fc.assert(
    fc.property(letters, (points) => {
      const ranges = rangesOf(points.toSorted((a, b) => a - b))
      const listed = ranges.split(',').flatMap((range) => {
        const [first = '', last = first] = range.split('-')
        const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)]
        return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
      })
      expect(listed).toEqual(points.toSorted((a, b) => a - b))
    }),
  )
})

test('names the scripts of which a font has every sample letter', () => {
  expect(scriptsOf('20-7e')).toEqual(['Latin'])
  expect(scriptsOf('20-17f,400-45f')).toEqual(['Latin', 'Latin with accents', 'Cyrillic'])
  expect(scriptsOf('e00-e7f')).toEqual(['Thai'])
  expect(scriptsOf('')).toEqual([])
})
