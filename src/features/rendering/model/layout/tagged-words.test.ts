import { expect, test } from 'vitest'
import type { Place, WordTag } from '#features/captions/model/index.ts'
import { applyPatches, type LookPatch, newestTemplate } from '#features/templates/model/index.ts'
import { grow, type Rect } from '#platform/shared/rect.ts'
import { evenLetters } from '../../../../../tests/support/even-letters.ts'
import { fontsOf, sceneOf, stateAt } from '../index.ts'
import { colorOf } from '../paint/tone.ts'

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

test.each([
  { x: 0, y: 0 },
  { x: 1, y: 1 },
])('keeps the boxes of tagged words inside the picture, at $x/$y', (place) => {
  const look = { emphasis: { number: { box: { padX: 1.2, padY: 1, color: '#000000' } } } }
  const [page] = sceneFor([['number'], [], ['number']], look, { place }).pages
  const boxes = page?.words.flatMap(({ style }) => style?.box ?? []) ?? []
  expect(boxes).toHaveLength(2)
  for (const { bounds } of boxes) expectInside(bounds)
})

test('keeps a wide outline that a word has of its own inside the picture', () => {
  const own = { stroke: { width: 0.5, color: '#000000' } }
  const [page] = sceneFor([[], []], {}, { own, place: { x: 0, y: 0 } }).pages
  for (const { ink, style } of page?.words ?? []) expectInside(grow(ink, (style?.decoration.strokeWidth ?? 0) / 2))
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

type Placed = { readonly own?: LookPatch | undefined; readonly place?: Place }

function trackOf(tags: readonly (readonly WordTag[])[], { own, place }: Placed = {}) {
  const words = tags.map((each, at) => ({
    text: 'word',
    t0: at * 400,
    t1: at * 400 + 400,
    tags: each,
    joined: false,
    breakBefore: false,
    ...(own && { own: 0 }),
  }))
  const captions = [
    { fromMs: 0, toMs: 2_000, words, patches: [], ...(place && { place }), ...(own && { wordPatches: [[own]] }) },
  ]
  return { language: 'en', direction: 'ltr', captions } as const
}

function pageOf(tags: readonly (readonly WordTag[])[], patch: LookPatch = {}, own?: LookPatch) {
  const [page] = sceneFor(tags, patch, { own }).pages
  if (page === undefined) throw new Error('nothing is laid out')
  return page
}

function sceneFor(tags: readonly (readonly WordTag[])[], patch: LookPatch, placed: Placed = {}) {
  return sceneOf({ track: trackOf(tags, placed), template: template(patch), frame: FRAME, context: evenLetters() })
}

function expectInside({ x0, y0, x1, y1 }: Rect) {
  expect(Math.min(x0, y0)).toBeGreaterThanOrEqual(0)
  expect(x1).toBeLessThanOrEqual(FRAME.width)
  expect(y1).toBeLessThanOrEqual(FRAME.height)
}

function widthOf({ lines }: ReturnType<typeof pageOf>): number {
  return Math.max(...lines.map(({ x0, x1 }) => x1 - x0))
}
