import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinSentences, placePassages, type WordRange } from './unspoken.ts'

test('joins sentences that follow each other to one passage at its place', () => {
  const texts = 'We left. It rained. It poured. We came back. The end.'.split(' ')
  const passages = joinSentences(texts, [range(2, 4), range(4, 6), range(9, 11)])
  expect(passages).toEqual([range(2, 6), range(9, 11)])
  const spoken = [0, 300, 900, 1_200, 1_500].map((startMs) => ({ startMs, endMs: startMs + 200 }))
  expect(placePassages(texts, passages, spoken)).toEqual([
    { text: 'It rained. It poured.', words: 4, place: 2, atMs: 500 },
    { text: 'The end.', words: 2, place: 5, atMs: 1_700 },
  ])
})

test('a passage before the first word stands where that word starts', () => {
  const texts = ['Hello.', 'Home', 'again.']
  const spoken = [{ startMs: 700, endMs: 900 }]
  expect(placePassages(texts, [range(0, 1)], spoken)[0]).toMatchObject({ place: 0, atMs: 700 })
})

test('a passage never has more letters than a document takes, and none is lost or cut', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 2_400 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(lengths, (letters) => {
      const texts = letters.map((length) => 'x'.repeat(length))
      const sentences = texts.map((_, at) => range(at, at + 1))
      const passages = joinSentences(texts, sentences)
      for (const { from, until } of passages)
        expect(texts.slice(from, until).join(' ').length).toBeLessThanOrEqual(2_000)
      const inPassages = passages.flatMap(({ from, until }) => texts.slice(from, until))
      expect(inPassages).toEqual(texts.filter(({ length }) => length <= 2_000))
    }),
  )
})

test('a script has five hundred passages at most; the rest stay among the words', () => {
  const texts = Array.from({ length: 1_400 }, (_, at) => `w${at}`)
  const everySecond = Array.from({ length: 700 }, (_, at) => range(2 * at, 2 * at + 1))
  expect(joinSentences(texts, everySecond)).toHaveLength(500)
})

function range(from: number, until: number): WordRange {
  return { from, until }
}
