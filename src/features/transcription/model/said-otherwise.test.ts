import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameText, pairWithScript } from './said-otherwise.ts'
import type { SpokenWord } from './word.ts'

test('pairs what was recognised with the words of the script that were not found there', () => {
  const words = wordsOf('One two three four.', 0)
  const heard = wordsOf('Something else.', 550)
  expect(pairWithScript({ words, unspoken: [] }, [{ words: heard, insteadOf: { from: 1, until: 3 } }])).toEqual([
    { words: heard, insteadOf: { from: 1, until: 3, text: 'two three' } },
  ])
})

test('lists no difference where most of the script is recognised after all', () => {
  const words = wordsOf('One we went home today. Two.', 0)
  const heard = wordsOf('we want home today', 600)
  expect(pairWithScript({ words, unspoken: [] }, [{ words: heard, insteadOf: { from: 1, until: 5 } }])).toEqual([])
})

test('pairs what was recognised with the passage set aside at its place, pauses or not', () => {
  const words = wordsOf('One. Two.', 0)
  const unspoken = [{ text: 'Not this.', words: 2, place: 1, atMs: 500 }]
  const heard = ['But that.', 'And that.'].map((text, at) => ({ words: wordsOf(text, 210 + at * 40) }))
  expect(pairWithScript({ words, unspoken }, heard)).toEqual([
    { words: heard.flatMap((each) => each.words), insteadOf: { from: 1, until: 1, text: 'Not this.' } },
  ])
  const later = [{ words: wordsOf('But that.', 2_000) }]
  expect(pairWithScript({ words, unspoken }, later)).toEqual(later)
})

test('two texts are the same if most of their words are, in order, whatever their marks', () => {
  expect(isSameText('We went HOME.', 'we went home')).toBe(true)
  expect(isSameText('home we went', 'we went')).toBe(true)
  expect(isSameText('a b c d', 'd c b a')).toBe(false)
  expect(isSameText('', '')).toBe(false)
})

test('sameness goes both ways, and holds for a text and itself', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      const [one, other] = [a.join(' '), b.join(' ')]
      expect(isSameText(one, one)).toBe(true)
      expect(isSameText(one, other)).toBe(isSameText(other, one))
    }),
  )
})

/** Words of 200 ms, each 300 ms after the one before. */
function wordsOf(text: string, startMs: number): SpokenWord[] {
  return text.split(' ').map((each, at) => ({
    text: each,
    startMs: startMs + at * 300,
    endMs: startMs + at * 300 + 200,
    confidence: null,
    timing: 'aligned',
  }))
}
