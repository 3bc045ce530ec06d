import { expect, test } from 'vitest'
import { spoken } from '../../../../tests/support/spoken-words.ts'
import { passagesToPunctuate, withPunctuation } from './punctuated-words.ts'

test('takes marks and capitals, begins sentences with a capital and ends the last one', () => {
  expect(
    punctuated(['well', 'hello', 'how', 'are', 'you', 'nasa', 'and', 'i'], 'well, hello. how are you? NASA and i,'),
  ).toBe('Well, hello. How are you? NASA and I.')
})

test('keeps the spelling of a name, and the point of a letter that is read by its name', () => {
  expect(punctuated(['try', 'SupaBase', 'iPad', 'w.', 'then', 'iPad'], 'try supabase, ipad. w. Then ipad')).toBe(
    'Try SupaBase, iPad. W. Then iPad.',
  )
})

test.each(['one two', 'one two three four', 'one too three', 'one two! three', 'one two;three x'])(
  'refuses a text with other words or marks, and writes a sentence by pauses: %s',
  (text) => {
    const passages = passagesToPunctuate(spoken('one', 'two', 'three'))
    const { words, refused } = withPunctuation(passages, [text])
    expect(refused).toBe(1)
    expect(words.map((word) => word.text).join(' ')).toBe('One two three.')
  },
)

test('one changed word costs its own passage the marks of the model, and no other', () => {
  const passages = passagesToPunctuate(paused(300, [100, 200], 400))
  const texts = passages.map(({ text }) => text.replace('word5 ', 'Word5, ').replace('word205 ', 'word205? '))
  const changed = texts.with(1, texts[1]?.replace('word150', 'sword150') ?? '')
  const { words, refused } = withPunctuation(passages, changed)
  expect(refused).toBe(1)
  const marked = words.flatMap(({ text }) => (/[,.?]$/u.test(text) ? [text] : []))
  // The pause before word 200 ends a sentence of the passage without marks.
  expect(marked).toEqual(['Word5,', 'word199.', 'word205?', 'word299.'])
  expect(['word100', 'Word200', 'Word206'].every((text) => words.some((word) => word.text === text))).toBe(true)
})

test('cuts passages at their longest pauses', () => {
  const passages = passagesToPunctuate(paused(200, [80], 400))
  expect(passages.map(({ words }) => words.length)).toEqual([80, 120])
  expect(passages[0]?.text.slice(0, 11)).toBe('word0 word1')
  expect(passagesToPunctuate([])).toEqual([])
})

test('cuts endless speech without pauses, and words too long for a model', () => {
  const words = spoken(...Array.from({ length: 1_000 }, () => 'word'), 'x'.repeat(5_000))
  const passages = passagesToPunctuate(words)
  expect(Math.max(...passages.map((passage) => passage.words.length))).toBeLessThanOrEqual(120)
  expect(passages.at(-1)?.text.split(' ').at(-1)).toHaveLength(40)
  const texts = passages.map(({ text }) => text)
  expect(withPunctuation(passages, texts).words.at(-1)?.text).toBe(`${'x'.repeat(5_000)}.`)
})

/** Words of one passage as the given text writes them. */
function punctuated(texts: readonly string[], text: string): string {
  const { words, refused } = withPunctuation(passagesToPunctuate(spoken(...texts)), [text])
  expect(refused).toBe(0)
  return words.map((word) => word.text).join(' ')
}

/** Words with a pause before those at the given places, in milliseconds. */
function paused(count: number, places: readonly number[], pauseMs: number) {
  let lateMs = 0
  return spoken(...Array.from({ length: count }, (_, at) => `word${at}`)).map((word, at) => {
    if (places.includes(at)) lateMs += pauseMs
    return { ...word, startMs: word.startMs + lateMs, endMs: word.endMs + lateMs }
  })
}
