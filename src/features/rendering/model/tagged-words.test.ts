import { expect, test } from 'vitest'
import type { WordTag } from '#features/captions/model/index.ts'
import { applyPatches, type LookPatch, newestTemplate } from '#features/templates/model/index.ts'
import { evenLetters } from '../../../../tests/support/even-letters.ts'
import { fontsOf, sceneOf, stateAt } from './index.ts'
import { colorOf } from './tone.ts'

const FRAME = { width: 1_080, height: 1_920 }
const LOOK: LookPatch = {
  emphasis: {
    color: '#111111',
    number: { color: '#222222', scale: 1.5, family: 'anton', tilt: 4 },
    name: { color: '#333333', box: { padX: 0.5 } },
  },
}

test('gives each tag its own colour, size and font, and words without a look those of the others', () => {
  const page = pageOf([['number'], ['name'], ['sound'], []])
  const [number, name, sound, plain] = page.words
  expect(page.words.map((word) => colorOf(page, word, 'upcoming'))).toEqual(['#222222', '#333333', WHITE, WHITE])
  expect(number?.px).toBe(Math.round(1.5 * (plain?.px ?? 0)))
  expect(number?.font).toContain('anton')
  expect([name?.font, sound?.font]).toEqual([plain?.font, plain?.font])
})

test('lets the keyword win over the other tags of a word', () => {
  const page = pageOf([['number', 'keyword']])
  expect(page.words.map((word) => colorOf(page, word, 'upcoming'))).toEqual(['#111111'])
})

test('tilts a tagged word with its box, which gets room beside it', () => {
  const box: LookPatch = { emphasis: { number: { box: { padX: 0.5, color: '#000000' } } } }
  const tags: readonly WordTag[][] = [[], ['number'], []]
  const [open, boxed] = [pageOf(tags), pageOf(tags, box)]
  const [before, number, after] = boxed.words
  expect(stateAt(sceneFor(tags, box), 1_900)?.poses[1]?.tilt).toBeCloseTo((4 * Math.PI) / 180)
  expect(number?.style?.box?.tilt).toBeCloseTo((4 * Math.PI) / 180)
  const { rect } = number?.style?.box ?? { rect: { x0: 0, x1: 0 } }
  expect(rect.x0).toBeGreaterThan((before?.x ?? 0) + (before?.width ?? 0))
  expect(rect.x1).toBeLessThan(after?.x ?? 0)
  expect(widthOf(boxed)).toBeGreaterThan(widthOf(open))
})

test('keeps the colour that a word has of its own, in the look of its tag', () => {
  const page = pageOf([['number']], {}, { fill: { upcoming: '#ABCDEF' } })
  const [number] = page.words
  expect(number && colorOf(page, number, 'upcoming')).toBe('#ABCDEF')
  expect(number?.font).toContain('anton')
})

test('loads the fonts of tags', () => {
  const families = fontsOf(trackOf([['number']]), template()).map(({ package: name }) => name)
  expect(families).toContain('anton')
})

const WHITE = '#FFFFFF'

function template(patch: LookPatch = {}) {
  const karaoke = newestTemplate('karaoke')
  return { ...karaoke, ...applyPatches(karaoke, [LOOK, patch]) }
}

function trackOf(tags: readonly (readonly WordTag[])[], own?: LookPatch) {
  const words = tags.map((each, at) => ({
    text: 'word',
    t0: at * 400,
    t1: at * 400 + 400,
    tags: each,
    joined: false,
    breakBefore: false,
    ...(own && { own: 0 }),
  }))
  const captions = [{ fromMs: 0, toMs: 2_000, words, patches: [], ...(own && { wordPatches: [[own]] }) }]
  return { language: 'en', direction: 'ltr', captions } as const
}

function pageOf(tags: readonly (readonly WordTag[])[], patch: LookPatch = {}, own?: LookPatch) {
  const [page] = sceneFor(tags, patch, own).pages
  if (page === undefined) throw new Error('nothing is laid out')
  return page
}

function sceneFor(tags: readonly (readonly WordTag[])[], patch: LookPatch, own?: LookPatch) {
  return sceneOf({ track: trackOf(tags, own), template: template(patch), frame: FRAME, context: evenLetters() })
}

function widthOf({ lines }: ReturnType<typeof pageOf>): number {
  return Math.max(...lines.map(({ x0, x1 }) => x1 - x0))
}
