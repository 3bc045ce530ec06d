import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { measureStress, STRESS_RATE, suggestKeywords } from '../index.ts'

/** Every word lasts 300 ms. */
const DOC = documentOf('when they went over that hill with them')

test('finds the word that is spoken louder than its neighbours', () => {
  const stress = measureStress(DOC, soundOf({ w5: 100 }))
  expect(stress.get('w5')).toBeGreaterThan(0.7)
  for (const { id } of DOC.words.filter((word) => word.id !== 'w5')) expect(stress.get(id), id).toBeLessThan(0.3)
})

test('compares a word with those around it, not with another speaker', () => {
  const doc = documentOf(Array.from({ length: 80 }, () => 'word').join(' '))
  const quiet = Object.fromEntries(doc.words.slice(40).map(({ id }) => [id, 8]))
  const stress = measureStress(doc, soundOf({ ...quiet, w70: 20 }, doc))
  expect(stress.get('w70')).toBeGreaterThan(0.7)
  expect(stress.get('w10')).toBe(0)
})

test('adds the length of a word to its loudness, and neither alone suffices when small', () => {
  const words = DOC.words.map((word) => (word.id === 'w8' ? { ...word, t1: word.t1 + 300 } : word))
  const slow = { ...DOC, words }
  expect(measureStress(slow, soundOf({}, slow)).get('w8')).toBe(0.5)
  expect(measureStress(slow, soundOf({ w8: 54 }, slow)).get('w8')).toBeGreaterThan(0.7)
  expect(measureStress(DOC, soundOf({ w8: 54 })).get('w8')).toBeLessThan(0.7)
})

test('measures nothing in silence and beyond the end of the sound', () => {
  expect(measureStress(DOC, { rate: STRESS_RATE, firstStep: 0, data: new Int8Array(200) }).size).toBe(0)
  expect(measureStress(DOC, { rate: STRESS_RATE, firstStep: 0, data: new Int8Array(0) }).size).toBe(0)
})

test('suggests the stressed word of a caption as its keyword', () => {
  expect(suggestKeywords(DOC)).toEqual([])
  expect(suggestKeywords(DOC, measureStress(DOC, soundOf({ w5: 100 })))).toEqual([{ wordId: 'w5', why: 'stress' }])
})

/** A wave as high as 40 during each word, or as high as given. */
function soundOf(heights: Readonly<Record<string, number>>, { words } = DOC) {
  const steps = Math.ceil(((words.at(-1)?.t1 ?? 0) * STRESS_RATE) / 1_000)
  const data = new Int8Array(steps * 2)
  for (let step = 0; step < steps; step += 1) {
    const ms = ((step + 0.5) * 1_000) / STRESS_RATE
    const word = words.find(({ t0, t1 }) => ms >= t0 && ms < t1)
    const height = heights[word?.id ?? ''] ?? 40
    data.set([-height, height], step * 2)
  }
  return { rate: STRESS_RATE, firstStep: 0, data }
}
