import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { applyCommands, censoredSpansOf, censoringAt } from '../index.ts'

test('joins censored words without a pause, and separates muted ones from beeps', () => {
  const { doc } = applyCommands(documentOf('one two three four five six'), [
    { type: 'setCensoring', wordIds: ['w1', 'w2', 'w5'], censored: { sound: 'beep' } },
    { type: 'setCensoring', wordIds: ['w3'], censored: { text: 'bar', sound: 'mute' } },
    { type: 'setCensoring', wordIds: ['w6'], censored: { text: 'bar' } },
  ])
  expect(censoredSpansOf(doc)).toEqual([
    { t0: 0, t1: 600, sound: 'beep' },
    { t0: 600, t1: 900, sound: 'mute' },
    { t0: 1_200, t1: 1_500, sound: 'beep' },
  ])
})

test.each([
  [99, undefined],
  [100, 'mute'],
  [199, 'mute'],
  [200, undefined],
  [300, 'beep'],
  [400, undefined],
])('at %i ms the sound is %s', (tMs, sound) => {
  const spans = [
    { t0: 100, t1: 200, sound: 'mute' as const },
    { t0: 300, t1: 400, sound: 'beep' as const },
  ]
  expect(censoringAt(spans, tMs)).toBe(sound)
})
