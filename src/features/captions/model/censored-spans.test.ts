import { expect, test } from 'vitest'
import { documentOf } from '../../../../tests/support/captions.ts'
import { applyCommands, censoredSpansOf } from './index.ts'

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
