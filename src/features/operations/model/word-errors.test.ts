import { expect, test } from 'vitest'
import { countWordErrors } from './word-errors.ts'

test.each([
  { said: 'The quick brown fox.', found: 'the quick, brown fox', wrong: 0, missing: 0, added: 0, rate: 0 },
  { said: 'the quick brown fox', found: 'the quack fox', wrong: 1, missing: 1, added: 0, rate: 0.5 },
  { said: 'two words', found: 'two more words again', wrong: 0, missing: 0, added: 2, rate: 1 },
  { said: 'don’t stop', found: "don't stop", wrong: 0, missing: 0, added: 0, rate: 0 },
  { said: 'nobody answers', found: '', wrong: 0, missing: 2, added: 0, rate: 1 },
])('counts the errors of “$found” against “$said”', ({ said, found, ...expected }) => {
  expect(countWordErrors(said, found, 'en')).toMatchObject(expected)
})

test('compares a language without spaces by its words', () => {
  expect(countWordErrors('今日は天気がいい', '今日は元気がいい', 'ja')).toMatchObject({
    wrong: 1,
    missing: 0,
    added: 0,
  })
})

test('has no rate for a reference without words', () => {
  expect(countWordErrors(' … ', 'something', 'auto')).toBeNull()
})
