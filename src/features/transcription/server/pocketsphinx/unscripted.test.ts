import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SpokenWord, WordTiming } from '../../model/word.ts'
import type { Between } from './chain-alignment.ts'
import { unscriptedSpans } from './unscripted.ts'

test('takes a long stretch of unknown sounds between two words for one passage', () => {
  const words = [word(0, 1_000), word(4_000, 4_300)]
  expect(unscriptedSpans(phones(1_060, 3_500), words)).toEqual([{ startMs: 1_000, endMs: 3_640 }])
})

test('a pause inside keeps it one passage, and a word between makes two', () => {
  const sounds = [...phones(1_000, 2_200), ...phones(2_700, 4_000)]
  expect(unscriptedSpans(sounds, [word(0, 500), word(5_000, 5_200)])).toHaveLength(1)
  expect(unscriptedSpans(sounds, [word(0, 500), word(2_300, 2_600), word(5_000, 5_200)])).toHaveLength(2)
})

test('breaths and slips are none', () => {
  expect(unscriptedSpans(phones(1_000, 1_500), [word(0, 900)])).toEqual([])
})

test('sound at the place of words that were not found is said instead of them, pauses or not', () => {
  const guessed = [word(900, 1_900, 'interpolated'), word(1_900, 4_900, 'interpolated')]
  const words = [word(0, 900), ...guessed, word(4_900, 5_200)]
  const sounds = [...phones(1_000, 2_200), ...phones(3_700, 4_700)]
  expect(unscriptedSpans(sounds, words)).toEqual([{ startMs: 900, endMs: 4_840, insteadOf: { from: 1, until: 3 } }])
  expect(unscriptedSpans(phones(1_000, 3_000), [word(0, 900), ...guessed])).toMatchObject([
    { insteadOf: { from: 1, until: 3 } },
  ])
})

test('stage directions are no words that were said otherwise', () => {
  const words = [word(0, 900), word(900, 1_900, 'interpolated')]
  expect(unscriptedSpans(phones(1_000, 3_000), words, [false, true])).toEqual([])
})

test('passages are in order, never overlap a word, and are long enough to be said', () => {
  const kind = fc.constantFrom('found', 'guessed', 'unknown')
  const spans = fc.array(fc.tuple(fc.integer({ min: 10, max: 900 }), kind), { minLength: 1, maxLength: 80 })
  fc.assert(
    fc.property(spans, (list) => {
      let now = 0
      const words: SpokenWord[] = []
      const between: Between[] = []
      for (const [length, what] of list) {
        if (what === 'unknown') between.push(...phones(now, now + length))
        else words.push(word(now, now + length, what === 'found' ? 'aligned' : 'interpolated'))
        now += length
      }
      let last = 0
      for (const { startMs, endMs, insteadOf } of unscriptedSpans(between, words)) {
        const { from, until } = insteadOf ?? { from: 0, until: 0 }
        expect(words.slice(from, until).every(({ timing }) => timing === 'interpolated')).toBe(true)
        expect(words[from - 1]?.timing).not.toBe('interpolated')
        expect(startMs).toBeGreaterThanOrEqual(last)
        expect(endMs - startMs).toBeGreaterThanOrEqual(900)
        for (const each of words)
          expect(each.timing === 'interpolated' || each.endMs <= startMs || each.startMs >= endMs).toBe(true)
        last = endMs
      }
    }),
  )
})

/** Unknown phones of 90 ms. */
function phones(startMs: number, endMs: number): Between[] {
  const count = Math.floor((endMs - startMs) / 90)
  return Array.from({ length: count }, (_, at) => ({
    startMs: startMs + at * 90,
    endMs: startMs + (at + 1) * 90,
    kind: 'unknown',
  }))
}

function word(startMs: number, endMs: number, timing: WordTiming = 'aligned'): SpokenWord {
  return { text: 'word', startMs, endMs, confidence: null, timing }
}
