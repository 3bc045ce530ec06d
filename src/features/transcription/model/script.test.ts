import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countWords, directions, scriptUnits, writtenWords } from './script.ts'

const phrase = fc.constantFrom(
  '今日は東京へ行きます。',
  '私達はカメラを買った',
  '我们明天去北京',
  'สวัสดีครับวันนี้เรา',
  'ยินดีต้อนรับ',
  'OK 42 ',
)

test('keeps punctuation on words and drops only whitespace', () => {
  const text = '  “Wait” — she said,\n\nwith 3\u00a0apples…  '
  const words = writtenWords(text, 'en')
  expect(words).toEqual(['“Wait”', '—', 'she', 'said,', 'with', '3', 'apples…'])
  expect(words.join('')).toBe(text.replace(/\s/g, ''))
})

test('splits Japanese without spaces into words and keeps its punctuation', () => {
  const words = writtenWords('今日は「東京」へ行きます。', 'ja')
  expect(words.length).toBeGreaterThan(3)
  expect(words.join('')).toBe('今日は「東京」へ行きます。')
  expect(words.at(-1)).toMatch(/。$/)
})

test('counts the words of several pieces of text exactly, or more than the most', () => {
  const phrases = fc.array(phrase, { minLength: 5, maxLength: 30 })
  const text = fc
    .record({ phrases, pieces: fc.integer({ min: 1, max: 3 }), rest: fc.integer({ min: 1, max: 40 }) })
    .map((o) =>
      o.phrases
        .join('')
        .repeat(700)
        .slice(0, o.pieces * 10_000 + o.rest),
    )
  fc.assert(
    fc.property(
      text,
      fc.constantFrom('ja', 'zh', 'th', 'auto'),
      fc.integer({ min: 1, max: 9_000 }),
      (long, language, most) => {
        const exact = writtenWords(long, language).length
        expect(countWords(long, language, exact)).toBe(exact)
        const counted = countWords(long, language, most)
        if (exact <= most) expect(counted).toBe(exact)
        else expect(counted).toBeGreaterThan(most)
      },
    ),
    { numRuns: 25 },
  )
})

test('leaves out stage directions and music notes', () => {
  expect(scriptUnits('[Intro] Hello ♪ there (laughs)')).toEqual([{ text: 'Hello   there' }])
  expect(scriptUnits('[music]')).toEqual([])
})

test('takes paragraphs apart, and lines where they are the sentences', () => {
  const wrapped = 'Heading\n\nWe went home late, and\nslept until noon. Then we\nate. All was well.'
  expect(scriptUnits(wrapped).map(({ text }) => text)).toEqual([
    'Heading',
    'We went home late, and\nslept until noon. Then we\nate. All was well.',
  ])
  expect(scriptUnits('we went home\r\n\r\nand slept\nuntil noon').map(({ text }) => text)).toEqual([
    'we went home',
    'and slept',
    'until noon',
  ])
})

test('distinguishes bracketed directions from spoken words', () => {
  const written = ['[door', 'slams]', 'Who', 'is', '[pause].', 'there', '[open']
  expect(directions(written)).toEqual([true, true, false, false, true, false, false])
})
