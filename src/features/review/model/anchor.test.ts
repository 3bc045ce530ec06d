import { expect, test } from 'vitest'
import { applyCommands, createDocument } from '#features/captions/model/index.ts'
import { findAnchor, moveAnchor } from './anchor.ts'

const ANCHOR = { firstWordId: 'w2', lastWordId: 'w3', nearWordId: null }

test('finds the commented words, or those that are left of them', () => {
  expect(findAnchor(documentOf('a b c d'), ANCHOR)).toEqual({ first: 1, last: 2, isMoved: false })
  expect(findAnchor(without('w2'), ANCHOR)).toEqual({ first: 1, last: 1, isMoved: false })
})

test('leads to the stored neighbour of deleted words, else to the first word', () => {
  const doc = without('w2', 'w3')
  expect(findAnchor(doc, { ...ANCHOR, nearWordId: 'w4' })).toEqual({ first: 1, last: 1, isMoved: true })
  expect(findAnchor(doc, { ...ANCHOR, nearWordId: 'gone' })).toEqual({ first: 0, last: 0, isMoved: true })
  expect(findAnchor(without('w1', 'w2', 'w3', 'w4'), ANCHOR)).toBeUndefined()
})

test('keeps the ids of deleted words beside their neighbour', () => {
  const removed = removal({ w3: 'w2' })
  expect(moveAnchor(ANCHOR, removed)).toEqual({ ...ANCHOR, nearWordId: 'w2' })
  const moved = { ...ANCHOR, nearWordId: 'w1' }
  expect(moveAnchor(moved, removal({ w1: 'w4' }))).toEqual({ ...ANCHOR, nearWordId: 'w4' })
})

test('is the same object when none of its words was removed', () => {
  expect(moveAnchor(ANCHOR, removal({ w9: 'w8' }))).toBe(ANCHOR)
})

test('takes other words from a new transcript, whose ids repeat', () => {
  const replaced = { ...removal({ w2: 'w7', w3: 'w8', w1: 'w6' }), isReplacement: true }
  const moved = { firstWordId: 'w7', lastWordId: 'w8', nearWordId: null }
  expect(moveAnchor(ANCHOR, replaced)).toEqual(moved)
  expect(moveAnchor({ firstWordId: 'x', lastWordId: 'y', nearWordId: 'w1' }, replaced)).toEqual({
    firstWordId: 'w6',
    lastWordId: 'w6',
    nearWordId: null,
  })
})

function documentOf(said: string) {
  const words = said.split(' ').map((text, at) => {
    return { text, startMs: at * 400, endMs: at * 400 + 400, confidence: 1, timing: 'asr' as const }
  })
  const media = { id: 'p', durMs: 5_000, fps: { n: 30, d: 1 }, w: 1080, h: 1920 }
  return createDocument({ id: 'd', media, lang: 'en', provenance: { engine: 'test', model: 'test' }, words })
}

function without(...ids: string[]) {
  return applyCommands(documentOf('a b c d'), [{ type: 'deleteWords', ids }]).doc
}

function removal(neighbours: Readonly<Record<string, string>>) {
  return { isReplacement: false, neighbourOf: (id: string) => neighbours[id] }
}
