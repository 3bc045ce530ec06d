import { expect, test } from 'vitest'
import { spoken } from '../../../../tests/support/spoken-words.ts'
import { passagesToPunctuate, withPunctuation } from './punctuated-words.ts'

test('takes marks and capitals, begins sentences with a capital and ends the last one', () => {
  const words = spoken('well', 'hello', 'how', 'are', 'you', 'nasa', 'and', 'i')
  expect(texts(withPunctuation(words, 'well, hello. how are you? NASA and i,'))).toBe(
    'Well, hello. How are you? NASA and I.',
  )
})

test('keeps the spelling of a name, and the point of a letter that is read by its name', () => {
  const words = spoken('try', 'SupaBase', 'iPad', 'w.', 'then', 'iPad')
  expect(texts(withPunctuation(words, 'try supabase, ipad. w. Then ipad'))).toBe('Try SupaBase, iPad. W. Then iPad.')
})

test.each(['one two', 'one two three four', 'one too three', 'one two! three', 'one two;three x'])(
  'refuses a text with other words or marks: %s',
  (punctuated) => {
    expect(withPunctuation(spoken('one', 'two', 'three'), punctuated)).toBeNull()
  },
)

test('cuts passages at their longest pauses', () => {
  const words = spoken(...Array.from({ length: 200 }, (_, at) => `Word${at}`)).map((word, at) => ({
    ...word,
    startMs: word.startMs + (at >= 80 ? 400 : 0),
    endMs: word.endMs + (at >= 80 ? 400 : 0),
  }))
  const passages = passagesToPunctuate(words)
  expect(passages.map((passage) => passage.split(' ').length)).toEqual([80, 120])
  expect(passages[0]?.slice(0, 11)).toBe('word0 word1')
  expect(passagesToPunctuate([])).toEqual([])
})

test('cuts endless speech without pauses, and words too long for a model', () => {
  const words = spoken(...Array.from({ length: 1_000 }, () => 'word'), 'x'.repeat(5_000))
  const passages = passagesToPunctuate(words)
  expect(Math.max(...passages.map((passage) => passage.split(' ').length))).toBeLessThanOrEqual(120)
  expect(passages.at(-1)?.split(' ').at(-1)).toHaveLength(40)
  expect(withPunctuation(words, passages.join(' '))?.at(-1)?.text).toBe(`${'x'.repeat(5_000)}.`)
})

function texts(words: readonly { text: string }[] | null): string | undefined {
  return words?.map(({ text }) => text).join(' ')
}
