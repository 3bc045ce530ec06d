import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { namesInText } from '../index.ts'

test.each([
  {
    text: 'ANA: Are you sure? BEN: Yes I am. I know.',
    turns: ['ANA: Are you sure?', 'BEN: Yes I am. I know.'],
  },
  { text: 'Intro music. Ana María: Hi. - Ben: Hello.', turns: ['Ana María: Hi.', 'Ben: Hello.'] },
  { text: '-Ana: Hi. Dr. Ben K.: Hello.', turns: ['Ana: Hi.', 'Dr. Ben K.: Hello.'] },
  { text: '田中: はい。 佐藤： いいえ。', turns: ['田中: はい。', '佐藤: いいえ。'] },
])('finds the turns of people whose names stand in the text: $text', ({ text, turns }) => {
  const doc = documentOf(text)
  const said = namesInText(doc).map(({ name, from, to }) => {
    const placeOf = (wanted: string) => doc.words.findIndex(({ id }) => id === wanted)
    const words = doc.words.slice(placeOf(from), placeOf(to) + 1).map((word) => word.text)
    return `${name}: ${words.join(' ')}`
  })
  expect(said).toEqual(turns)
})

test.each([
  'ANA: Only one name here.',
  'Listen: this is it. And now: that.',
  'It starts at 10: 30 and ends at 11: 45.',
  'ANA: BEN:',
  'the rule: stop. the other: go.',
])('finds no names in: %s', (text) => {
  expect(namesInText(documentOf(text))).toEqual([])
})

test('finds no names where more than twenty people seem to speak', () => {
  const text = Array.from({ length: 21 }, (_, at) => `P${String.fromCodePoint(65 + at)}: Yes.`).join(' ')
  expect(namesInText(documentOf(text))).toEqual([])
})
