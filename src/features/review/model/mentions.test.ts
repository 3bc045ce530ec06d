import { expect, test } from 'vitest'
import { mentionBefore, mentionsIn, splitMentions } from './mentions.ts'

const ANN = { name: 'Ann' }
const ANN_LEE = { name: 'Ann Lee' }
const BOB = { name: 'bob.smith' }
const PEOPLE = [ANN, ANN_LEE, BOB]

test.each([
  { text: '@Ann look', people: [ANN] },
  { text: '@ann lee, look', people: [ANN_LEE] },
  { text: 'Hi @bob.smith and @Ann', people: [BOB, ANN] },
  { text: '@Ann @Ann', people: [ANN] },
  { text: 'me@Ann.example', people: [] },
  { text: '@Anna @', people: [] },
])('finds the people in $text', ({ text, people }) => {
  expect(mentionsIn(text, PEOPLE)).toEqual(people)
})

test('splits a text into mentions and the rest, without losing a letter', () => {
  const parts = splitMentions('To @Ann Lee: @nobody and @Ann.', PEOPLE)
  expect(parts.map(({ text }) => text)).toEqual(['To ', '@Ann Lee', ': @nobody and ', '@Ann', '.'])
  expect(parts.map(({ person }) => person)).toEqual([undefined, ANN_LEE, undefined, ANN, undefined])
})

test.each([
  { text: 'Hi @An', typed: 'An' },
  { text: '@', typed: '' },
  { text: 'me@An', typed: undefined },
  { text: 'Hi @\nAn', typed: undefined },
  { text: 'nothing', typed: undefined },
])('reads the unfinished mention of $text', ({ text, typed }) => {
  expect(mentionBefore(text, text.length)).toBe(typed)
})
