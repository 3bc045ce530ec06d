import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Caption, pagesOf } from './caption.ts'

const captionOf = (texts: readonly string[]): Caption => ({
  fromMs: 0,
  toMs: texts.length * 100 + 50,
  patches: [],
  words: texts.map((text, at) => ({
    text,
    t0: at * 100,
    t1: at * 100 + 90,
    tags: [],
    joined: false,
    breakBefore: at === 2,
  })),
})

test('only the last page of a caption leaves an empty screen, unless another caption follows', () => {
  const leaves = (isLast: boolean) =>
    pagesOf(captionOf('a b c d e f g'.split(' ')), 4, true, isLast).map((page) => page.leaves)
  expect([leaves(true), leaves(false)]).toEqual([
    [false, true],
    [false, false],
  ])
})

test('splits seven words in pages of at most four into four and three', () => {
  const pages = pagesOf(captionOf('a b c d e f g'.split(' ')), 4, true)
  expect(pages.map(({ words }) => words.length)).toEqual([4, 3])
  expect(pages.map(({ fromMs, toMs, fresh }) => [fromMs, toMs, fresh])).toEqual([
    [0, 400, true],
    [400, 750, false],
  ])
})

test.each([
  { fromMs: 450, toMs: 750, gives: [[450, 750, true]] },
  { fromMs: 0, toMs: 300, gives: [[0, 300, true]] },
  {
    fromMs: 150,
    toMs: 500,
    gives: [
      [150, 400, true],
      [400, 500, false],
    ],
  },
])('shows pages only within a caption from $fromMs to $toMs ms', ({ fromMs, toMs, gives }) => {
  const pages = pagesOf({ ...captionOf('a b c d e f g'.split(' ')), fromMs, toMs }, 4, true)
  expect(pages.map((page) => [page.fromMs, page.toMs, page.fresh])).toEqual(gives)
})

test('keeps words and line breaks of a caption without a word limit', () => {
  const [page] = pagesOf(captionOf(['a', 'b', 'c']), null, true)
  expect(page?.words.map(({ breakBefore }) => breakBefore)).toEqual([false, false, true])
})

test('splits a Japanese sentence stored as one word into pieces that share its time', () => {
  const [page] = pagesOf({ ...captionOf(['これは日本語の字幕テストです']), toMs: 100 }, null, true)
  const pieces = page?.words ?? []
  expect(pieces.map(({ text }) => text).join('')).toBe('これは日本語の字幕テストです')
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.every(({ t0, t1 }, at) => t0 < t1 && t0 === (pieces[at - 1]?.t1 ?? 0))).toBe(true)
  expect(pieces.slice(1).every(({ joined }) => joined)).toBe(true)
})

test('splits captions into pages without losing a word or leaving a gap', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'bb', 'ccc', '日本'), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 6 }),
      (texts, most) => {
        const caption = captionOf(texts)
        const pages = pagesOf(caption, most, false)
        expect(pages.flatMap(({ words }) => words.map(({ text }) => text))).toEqual(texts)
        expect(pages.every(({ words }) => words.length <= most)).toBe(true)
        expect(pages[0]?.fromMs).toBe(caption.fromMs)
        expect(pages.at(-1)?.toMs).toBe(caption.toMs)
        expect(pages.every(({ fromMs }, at) => at === 0 || fromMs === pages[at - 1]?.toMs)).toBe(true)
      },
    ),
  )
})
