import { expect, test } from 'vitest'
import { expectLinear } from '../../../../../tests/support/linear.ts'
import { regionsOf } from './second-pass.ts'

const span = { startMs: 0, endMs: 100 }

test('aligns implausible words again with eighty words around them', () => {
  const spans = Array.from({ length: 400 }, (_, at) => (at === 200 ? null : span))
  expect(regionsOf(spans)).toEqual([{ from: 120, until: 280 }])
})

test('widens a part to the next plausible word', () => {
  const spans = Array.from({ length: 400 }, (_, at) => (at >= 100 && at < 200 ? null : span))
  expect(regionsOf(spans)).toEqual([{ from: 20, until: 279 }])
})

test('finds the parts of an unspoken text in linear time', () => {
  expectLinear((size) => regionsOf(Array.from({ length: size }, () => null)), 5_000)
})
