import { expect, test } from 'vitest'
import { isFit, isOtherText, measureFit } from './script-fit.ts'

test('counts the words that were found, and names the longest passages that were not', () => {
  const fit = measureFit([
    ...said('we went home'),
    ...guessed('and slept'),
    ...said('— until noon'),
    ...guessed('today'),
  ])
  expect(fit).toEqual({ found: 5, total: 8, missing: ['and slept', 'today'] })
})

test('counts unspoken passages as not found, at their place', () => {
  const unspoken = [{ text: 'and then slept', words: 3, place: 3, atMs: 290 }]
  const fit = measureFit([...said('we went home'), ...guessed('late'), ...said('until noon')], unspoken)
  expect(fit).toEqual({ found: 5, total: 9, missing: ['and then slept late'] })
})

test('names five passages at most, each of fourteen words at most', () => {
  const passage = Array.from({ length: 20 }, (_, at) => `w${at}`).join(' ')
  const { missing } = measureFit(Array.from({ length: 9 }, () => [...said('so'), ...guessed(passage)]).flat())
  expect(missing).toHaveLength(5)
  expect(missing[0]).toBe('w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 …')
})

test.each([
  { found: 75, total: 100, fit: true, other: false },
  { found: 74, total: 100, fit: false, other: false },
  { found: 20, total: 100, fit: false, other: false },
  { found: 19, total: 100, fit: false, other: true },
  { found: 1, total: 4, fit: true, other: false },
  { found: 0, total: 4, fit: false, other: true },
])('$found of $total words: fits $fit, other text $other', ({ found, total, fit, other }) => {
  expect(isFit({ found, total, missing: [] })).toBe(fit)
  expect(isOtherText({ found, total, missing: [] })).toBe(other)
})

function words(text: string, timing: 'aligned' | 'interpolated') {
  return text
    .split(' ')
    .map((each, at) => ({ text: each, startMs: at * 100, endMs: at * 100 + 90, confidence: null, timing }))
}
function said(text: string) {
  return words(text, 'aligned')
}
function guessed(text: string) {
  return words(text, 'interpolated')
}
