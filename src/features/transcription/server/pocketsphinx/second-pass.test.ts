import { expect, test } from 'vitest'
import { expectLinear } from '../../../../../tests/support/linear.ts'
import { regionsOf } from './second-pass.ts'

const heard = { startMs: 0, endMs: 100 }

test('hears again what cannot be believed, with eighty words around it', () => {
  const spans = Array.from({ length: 400 }, (_, at) => (at === 200 ? null : heard))
  expect(regionsOf(spans)).toEqual([{ from: 120, until: 280 }])
})

test('widens a part to the next word that can be believed', () => {
  const spans = Array.from({ length: 400 }, (_, at) => (at >= 100 && at < 200 ? null : heard))
  expect(regionsOf(spans)).toEqual([{ from: 20, until: 279 }])
})

test('looks for the parts of a text that was never spoken in linear time', () => {
  expectLinear((size) => regionsOf(Array.from({ length: size }, () => null)), 5_000)
})
