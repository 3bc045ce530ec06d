import { expect, test } from 'vitest'
import { bidiParts, directionOf, isJoinedScript, visualOrder } from './text-direction.ts'

test.each([
  { text: 'hello', direction: 'ltr' },
  { text: '«مرحبا»', direction: 'rtl' },
  { text: '2026', direction: null },
  { text: '🔥', direction: null },
  { text: '...שלום', direction: 'rtl' },
])('"$text" runs $direction', ({ text, direction }) => {
  expect(directionOf(text)).toBe(direction)
})

test.each([
  { line: 'ltr', words: ['I', 'say', 'שלום', 'עולם', 'today'], seen: ['I', 'say', 'עולם', 'שלום', 'today'] },
  { line: 'rtl', words: ['אני', 'אומר', 'Hello', 'World', 'היום'], seen: ['היום', 'Hello', 'World', 'אומר', 'אני'] },
  { line: 'rtl', words: ['עם', 'iPhone', '15', 'חדש'], seen: ['חדש', 'iPhone', '15', 'עם'] },
  { line: 'rtl', words: ['עמוד', '15', 'מתוך', '20'], seen: ['20', 'מתוך', '15', 'עמוד'] },
  { line: 'ltr', words: ['שלום', '🔥', 'עולם'], seen: ['עולם', '🔥', 'שלום'] },
  { line: 'rtl', words: ['YouTube', '🔥'], seen: ['🔥', 'YouTube'] },
  { line: 'ltr', words: ['all', 'plain', '3', 'words'], seen: ['all', 'plain', '3', 'words'] },
] as const)('words of a $line line stand as UAX #9 has them: $words', ({ line, words, seen }) => {
  expect(visualOrder(words, line).map((at) => words[at])).toEqual(seen)
})

test.each([
  { word: 'YouTube,', line: 'rtl', parts: ['YouTube', ','] },
  { word: '(Wordpop)!', line: 'rtl', parts: ['(', 'Wordpop', ')!'] },
  { word: '2026.', line: 'rtl', parts: ['2026', '.'] },
  { word: '$9.99', line: 'rtl', parts: ['$9.99'] },
  { word: 'שלום!', line: 'rtl', parts: ['שלום!'] },
  { word: 'שלום!', line: 'ltr', parts: ['שלום', '!'] },
  { word: 'hello!', line: 'ltr', parts: ['hello!'] },
  { word: '...', line: 'rtl', parts: ['...'] },
] as const)('"$word" in a $line line is placed as $parts', ({ word, line, parts }) => {
  expect(bidiParts(word, line)).toEqual(parts)
})

test('keeps joining letters together', () => {
  expect(['كتاب', 'हिन्दी', 'word'].map(isJoinedScript)).toEqual([true, true, false])
})
