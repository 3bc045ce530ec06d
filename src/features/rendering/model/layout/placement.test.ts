import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyCommands, cuesOf, type Place } from '#features/captions/model/index.ts'
import { type LookPatch, newestTemplate, TEMPLATES } from '#features/templates/model/index.ts'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { evenLetters } from '../../../../../tests/support/even-letters.ts'
import { captionBox } from './caption-box.ts'
import { changedRect, coverOf, type ScenePage, sceneOf, stateAt, trackOf } from '../index.ts'

const FRAME = { width: 1_080, height: 1_920 }
const doc = documentOf('never lose a word again when two people edit one clip')
const [first] = cuesOf(doc)

test('draws a caption around the point it was moved to, and the others where they were', () => {
  const [before, after] = [pagesWith(), pagesWith({ place: { x: 0.4, y: 0.2 } })]
  expect(after[0]?.anchor).toEqual({ x: 0.4 * FRAME.width, y: 0.2 * FRAME.height })
  expect(centerOf(after[0])).toBeCloseTo(0.4 * FRAME.width, -1)
  expect(after.slice(1)).toEqual(before.slice(1))
})

test('moves all captions with the look, except one with a place of its own', () => {
  const pages = pagesWith({ look: { layout: { x: 0.45, y: 0.3 } }, place: { y: 0.8 } })
  const places = pages.map(({ anchor }) => [anchor.x / FRAME.width, anchor.y / FRAME.height])
  expect(places[0]).toEqual([0.45, 0.8])
  expect(places.slice(1).every(([x, y]) => x === 0.45 && y === 0.3)).toBe(true)
})

test('breaks a caption into more lines of the same size when it is made narrow', () => {
  const [wide, narrow] = [pagesWith()[0], pagesWith({ place: { width: 0.3 } })[0]]
  expect(narrow?.em).toBe(wide?.em)
  expect(narrow?.lines.length).toBeGreaterThan(wide?.lines.length ?? 0)
  expect(narrow?.lines.every(({ x0, x1 }) => x1 - x0 <= 0.3 * FRAME.width + 1)).toBe(true)
})

test('rebreaks automatic lines in a width set by hand, and keeps lines set by hand', () => {
  const words = documentOf('go on to us')
  const cue = cuesOf(words)[0]
  const breaks = [words.words[1]?.id ?? '']
  const locked = applyCommands(words, [{ type: 'setBreaks', id: cue?.id ?? '', breaks }]).doc
  const linesOf = (start: typeof doc) =>
    pagesOf(applyCommands(start, [{ type: 'setPlace', cueId: cue?.id ?? '', place: { width: 1 } }]).doc)[0]?.lines
      .length
  expect(linesOf(words)).toBe(1)
  expect(linesOf(locked)).toBe(2)
})

test.each(TEMPLATES.map(({ id }) => id))('%s: keeps the ink of a placed caption inside the picture', (id) => {
  fc.assert(
    fc.property(fraction(), fraction(), fc.double({ min: 0.05, max: 1, noNaN: true }), (x, y, width) => {
      for (const page of pagesWith({ place: { x, y, width }, id })) {
        const box = captionBox(page)
        expect(Math.min(box.x0, box.y0)).toBeGreaterThanOrEqual(0)
        expect(box.x1).toBeLessThanOrEqual(FRAME.width)
        expect(box.y1).toBeLessThanOrEqual(FRAME.height)
      }
    }),
    {
      numRuns: 40,
      examples: [
        [0, 0, 1],
        [1, 1, 1],
        [0.5, 0.5, 0.05],
      ],
    },
  )
})

test('repaints both places when the next caption stands elsewhere', () => {
  const scene = sceneWith({ place: { x: 0.3, y: 0.1 } })
  const [one, next] = scene.pages
  const [before, after] = [stateAt(scene, (one?.toMs ?? 1) - 1), stateAt(scene, next?.fromMs ?? 0)]
  const changed = changedRect(scene, before, after)
  for (const cover of [coverOf(before), coverOf(after)]) {
    expect(changed?.y0).toBeLessThanOrEqual(cover?.y0 ?? -1)
    expect(changed?.y1).toBeGreaterThanOrEqual(cover?.y1 ?? Number.POSITIVE_INFINITY)
  }
  expect(scene.region?.y0).toBeLessThan(0.1 * FRAME.height)
})

type Placed = { readonly place?: Place; readonly look?: LookPatch; readonly id?: string }

function pagesWith(o: Placed = {}): readonly ScenePage[] {
  return sceneWith(o).pages
}

function sceneWith({ place, look, id }: Placed) {
  const placed = applyCommands(doc, [
    ...(place === undefined ? [] : [{ type: 'setPlace' as const, cueId: first?.id ?? '', place }]),
    ...(look === undefined ? [] : [{ type: 'setStyle' as const, styleId: 'main', patch: look }]),
  ]).doc
  return sceneFor(placed, id)
}

function pagesOf(captions: typeof doc): readonly ScenePage[] {
  return sceneFor(captions).pages
}

function sceneFor(captions: typeof doc, id = 'karaoke') {
  return sceneOf({ track: trackOf(captions), template: newestTemplate(id), frame: FRAME, context: evenLetters() })
}

function centerOf(page: ScenePage | undefined): number {
  const box = page === undefined ? { x0: 0, x1: 0 } : captionBox(page)
  return (box.x0 + box.x1) / 2
}

function fraction() {
  return fc.double({ min: 0, max: 1, noNaN: true })
}
