import { expect, test } from 'vitest'
import type { Word } from '../document.ts'
import { sentencesOf, timeAt } from './sentences.ts'

test('ends a sentence at punctuation, at a long pause and before it gets too long', () => {
  expect(textsOf('Hello there. “Is it?” Yes')).toEqual(['Hello there.', '“Is it?”', 'Yes'])
  const paused = said('one two three').map((word, at) => (at === 2 ? { ...word, t0: 2_100, t1: 2_200 } : word))
  expect(sentencesOf({ words: paused }).map(({ text }) => text)).toEqual(['one two', 'three'])
  const long = sentencesOf({ words: said('lengthy '.repeat(100).trim()) })
  expect(long.map(({ text }) => text.length).every((length) => length <= 240)).toBe(true)
  expect(long.map(({ text }) => text).join(' ')).toBe('lengthy '.repeat(100).trim())
})

test('joins words without a space where the language has none', () => {
  const words = said('黒い 猫。').map((word) => ({ ...word, join: 'none' as const }))
  expect(sentencesOf({ words })).toEqual([{ text: '黒い猫。', places: [0, 2], starts: [0, 300] }])
})

test('knows the time of the word at each place', () => {
  const [sentence] = sentencesOf({ words: said('Hello out there') })
  if (sentence === undefined) throw new Error('there is a sentence')
  expect([0, 4, 6, 8, 10, 14].map((place) => timeAt(sentence, place))).toEqual([0, 0, 300, 300, 600, 600])
})

function textsOf(text: string): string[] {
  return sentencesOf({ words: said(text) }).map((sentence) => sentence.text)
}

/** Words of 300 ms each. */
function said(text: string): Word[] {
  return text.split(' ').map((word, at) => ({
    id: `w${at}`,
    t0: at * 300,
    t1: at * 300 + 300,
    text: word,
    raw: word,
    timing: 'asr',
    tags: [],
    join: 'space',
  }))
}
