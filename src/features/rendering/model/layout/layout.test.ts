import { expect, test } from 'vitest'
import { newestTemplate, type Template, TEMPLATES } from '#features/templates/model/index.ts'
import { evenLetters } from '../../../../../tests/support/even-letters.ts'
import { type CaptionTrack, sceneOf } from '../index.ts'

const FRAME = { width: 1_080, height: 1_920 }

test.each(TEMPLATES.map(({ id }) => id))('%s: keeps all letters of a very long word inside the picture', (id) => {
  for (const { ink } of wordsOf(id, ['see', 'https://example.com/my-channel/and-a-very-long-address', 'now'])) {
    expect(ink.x0).toBeGreaterThanOrEqual(0)
    expect(ink.x1).toBeLessThanOrEqual(FRAME.width)
  }
})

test('lets words around a very long one share a line', () => {
  const words = wordsOf('karaoke', ['Donaudampfschifffahrtsgesellschaftskapitänsmütze', 'is', 'one', 'word'])
  expect(words.map(({ line }) => line)).toEqual([0, 1, 1, 1])
})

test.each(TEMPLATES.map(({ id }) => id))('%s: keeps the size of a caption merged by hand into twelve words', (id) => {
  const texts = 'never lose a word again when two people edit one clip today'.split(' ')
  const joined = wordsOf(id, texts, [4, 8])
  const short = wordsOf(id, texts.slice(0, 2))
  expect(joined[0]?.font).toBe(short[0]?.font)
})

test('shrinks a caption merged by hand that does not fit the picture', () => {
  const texts = Array.from({ length: 90 }, () => 'word')
  const breaks = Array.from({ length: 29 }, (_, at) => (at + 1) * 3)
  const [first] = wordsOf('karaoke', texts, breaks)
  expect(first?.font).not.toBe(wordsOf('karaoke', ['word'])[0]?.font)
})

test.each(['ltr', 'rtl'] as const)(
  'starts the lines of a centred block together, its widest in the middle: %s',
  (direction) => {
    const [first, second] = linesOf({ align: 'block', direction })
    if (first === undefined || second === undefined) throw new Error('two lines')
    const start = direction === 'ltr' ? 'x0' : 'x1'
    expect(first[start]).toBe(second[start])
    expect(first.x1 - first.x0).toBeGreaterThan(second.x1 - second.x0)
    expect(Math.abs(first.x0 + first.x1 - FRAME.width)).toBeLessThanOrEqual(1)
  },
)

/** The lines of a caption whose second line is the shorter one. */
function linesOf({ align, direction }: { align: Template['layout']['align']; direction: 'ltr' | 'rtl' }) {
  const karaoke = newestTemplate('karaoke')
  const template = { ...karaoke, layout: { ...karaoke.layout, align } }
  const track = trackOf(['never', 'lose', 'again'], [2], direction)
  return sceneOf({ track, template, frame: FRAME, context: evenLetters() }).pages.flatMap(({ lines }) => lines)
}

/** One caption of these words, broken before those at `breaks`, as a template lays it out in a portrait frame. */
function wordsOf(id: string, texts: readonly string[], breaks: readonly number[] = []) {
  const template = TEMPLATES.find((each) => each.id === id)
  if (template === undefined) throw new Error(`no template ${id}`)
  const track = trackOf(texts, breaks, 'ltr')
  return sceneOf({ track, template, frame: FRAME, context: evenLetters() }).pages.flatMap((page) => page.words)
}

function trackOf(texts: readonly string[], breaks: readonly number[], direction: 'ltr' | 'rtl'): CaptionTrack {
  const words = texts.map((text, at) => ({
    text,
    t0: at * 500,
    t1: at * 500 + 500,
    tags: [],
    joined: false,
    breakBefore: breaks.includes(at),
  }))
  return { language: 'en', direction, captions: [{ fromMs: 0, toMs: words.length * 500, words, patches: [] }] }
}
