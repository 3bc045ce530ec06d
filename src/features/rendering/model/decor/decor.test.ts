import { expect, test } from 'vitest'
import { applyCommands, type CaptionDocument, type Command, type Decor } from '#features/captions/model/index.ts'
import { newestTemplate } from '#features/templates/model/index.ts'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { evenLetters } from '../../../../../tests/support/even-letters.ts'
import { createLayoutCache, emojiOf, type Scene, sceneOf, stateAt, trackOf } from '../index.ts'

const FRAME = { width: 1_080, height: 1_920 }
const PARTY: Decor = { id: 'e1', kind: 'emoji', emoji: '🎉', side: 'above' }

test('shows an emoji with a movement from the moment its word is spoken', () => {
  const scene = sceneFor(decorated({ w2: [{ ...PARTY, motion: 'pop' }] }))
  expect(alphaAt(scene, 299)).toBe(0)
  expect(alphaAt(scene, 310)).toBeGreaterThan(0)
  expect(alphaAt(scene, 599)).toBe(1)
  expect(alphaAt(scene, 1_100), 'as long as the caption').toBe(1)
})

test('shows an emoji only while its word is spoken, if set so', () => {
  const scene = sceneFor(decorated({ w2: [{ ...PARTY, motion: 'none', until: 'word' }] }))
  expect([299, 300, 599, 600].map((tMs) => alphaAt(scene, tMs))).toEqual([0, 1, 1, 0])
})

test('moves an emoji without a movement of its own with its word', () => {
  const state = stateAt(sceneFor(decorated({ w2: [PARTY] }), 'bounce'), 330)
  const [decor] = state?.page.decor ?? []
  expect(state?.poses[1]?.scale).not.toBe(1)
  expect(state?.decor[0]?.edge).not.toBe((decor?.rect.x1 ?? 0) - (decor?.rect.x0 ?? 0))
})

test('takes an emoji away with its word: hidden, deleted or moved to another caption', () => {
  const doc = decorated({ w2: [PARTY] })
  expect(emojiOf(trackOf(doc))).toEqual(['🎉'])
  for (const command of [
    { type: 'setHidden', wordIds: ['w2'], hidden: true },
    { type: 'deleteWords', ids: ['w2'] },
  ] satisfies Command[]) {
    const track = trackOf(applyCommands(doc, [command]).doc)
    expect(emojiOf(track), command.type).toEqual([])
    expect(sceneFor(applyCommands(doc, [command]).doc).pages.flatMap(({ decor }) => decor)).toEqual([])
  }
})

test.each(['pop', 'fall', 'shake', 'float'] as const)('%s stands still for reduced motion', (motion) => {
  const doc = decorated({ w2: [{ ...PARTY, motion }] })
  const calm = sceneFor(doc, 'karaoke', { reducedMotion: true })
  const poses = [300, 340, 420, 500, 590].map((tMs) => stateAt(calm, tMs)?.decor[0])
  expect(new Set(poses.map((pose) => JSON.stringify(pose))).size).toBe(1)
  expect(poses[0]).toMatchObject({ alpha: 1, shift: 0, tilt: 0 })
  expect(alphaAt(calm, 299), 'it still appears with its word').toBe(0)
})

test('covers no letters: above and below stand outside of all lines', () => {
  const doc = decorated({ w1: [PARTY], w9: [{ ...PARTY, id: 'e2', side: 'below', size: 2 }] }, LONG)
  for (const page of sceneFor(doc).pages) {
    for (const { rect } of page.decor) {
      const isOutside = page.lines.every(({ y0, y1 }) => rect.y1 <= y0 || rect.y0 >= y1)
      expect(isOutside).toBe(true)
    }
  }
})

test.each([
  ['above', 0.02],
  ['below', 0.98],
] as const)('moves an emoji %s a caption at the edge to the other side', (side, y) => {
  const doc = placed(decorated({ w1: [{ ...PARTY, side, size: 3 }] }), { y })
  const [page] = sceneFor(doc).pages
  const [decor] = page?.decor ?? []
  expect(side === 'above' ? (decor?.rect.y0 ?? 0) > 100 : (decor?.rect.y1 ?? 0) < 1_800).toBe(true)
  expect(isInside(decor?.rect)).toBe(true)
})

test('keeps every emoji inside the frame, wherever its offset and rotation point', () => {
  for (const dx of [-20, 20])
    for (const rotate of [0, 45]) {
      const doc = decorated({ w1: [{ ...PARTY, size: 4, dx, dy: dx, rotate }] })
      const [decor] = sceneFor(doc).pages[0]?.decor ?? []
      expect(isInside(decor?.rect), `${dx} ${rotate}`).toBe(true)
    }
})

test('stands several emoji of neighbouring words side by side', () => {
  const large = { ...PARTY, size: 3 }
  const doc = decorated({ w1: [large, { ...large, id: 'e2' }], w2: [{ ...large, id: 'e3' }] })
  const rects =
    sceneFor(doc)
      .pages[0]?.decor.map(({ rect }) => rect)
      .toSorted((a, b) => a.x0 - b.x0) ?? []
  expect(rects).toHaveLength(3)
  for (const [at, rect] of rects.entries()) if (at > 0) expect(rect.x0).toBeGreaterThanOrEqual(rects[at - 1]?.x1 ?? 0)
})

test('makes room in the line for an emoji before or after its word', () => {
  const [plain] = sceneFor(documentOf(TEXT)).pages
  const [page] = sceneFor(decorated({ w2: [{ ...PARTY, side: 'before' }] })).pages
  const [emoji] = page?.decor ?? []
  const [before, word] = page?.words ?? []
  expect(page?.words).toHaveLength(plain?.words.length ?? 0)
  expect(emoji?.rect.x0).toBeGreaterThanOrEqual((before?.x ?? 0) + (before?.width ?? 0))
  expect(emoji?.rect.x1).toBeLessThanOrEqual(word?.x ?? 0)
  expect(word?.line).toBe(before?.line)
})

test('lays a caption out again when the picture of its emoji is loaded', () => {
  const doc = decorated({ w2: [PARTY] })
  const track = trackOf(doc)
  const layouts = createLayoutCache()
  const input = { track, template: newestTemplate('karaoke'), frame: FRAME, context: evenLetters(), layouts }
  const picture = { images: [] }
  const [before, after] = [sceneOf(input), sceneOf({ ...input, pictures: new Map([['🎉', picture]]) })]
  expect(before.pages[0]?.decor[0]?.picture).toBeNull()
  expect(after.pages[0]?.decor[0]?.picture).toBe(picture)
  expect(sceneOf({ ...input, pictures: new Map([['🎉', picture]]) }).pages[0]).toBe(after.pages[0])
})

const TEXT = 'never lose a word'
const LONG = 'never lose another extraordinary word of all these captions again my friends'

/** Captions with decor of words, by their ids. */
function decorated(decor: Readonly<Record<string, Decor[]>>, text = TEXT): CaptionDocument {
  const doc = documentOf(text)
  return { ...doc, words: doc.words.map((word) => ({ ...word, ...(decor[word.id] && { decor: decor[word.id] }) })) }
}

function placed(doc: CaptionDocument, place: { readonly y: number }): CaptionDocument {
  const [main, ...rest] = doc.tracks
  return { ...doc, tracks: [{ ...main, cues: main.cues.map((cue) => ({ ...cue, place })) }, ...rest] }
}

function sceneFor(doc: CaptionDocument, id = 'karaoke', o: { reducedMotion?: boolean } = {}): Scene {
  return sceneOf({ track: trackOf(doc), template: newestTemplate(id), frame: FRAME, context: evenLetters(), ...o })
}

function alphaAt(scene: Scene, tMs: number): number | undefined {
  return stateAt(scene, tMs)?.decor[0]?.alpha
}

function isInside(rect: { x0: number; y0: number; x1: number; y1: number } | undefined): boolean {
  return rect !== undefined && rect.x0 >= 0 && rect.y0 >= 0 && rect.x1 <= FRAME.width && rect.y1 <= FRAME.height
}
