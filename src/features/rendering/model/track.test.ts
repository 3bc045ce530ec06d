import { expect, test } from 'vitest'
import { applyCommands, type CaptionDocument, createDocument } from '#features/captions/model/index.ts'
import { trackOf } from './index.ts'

test('draws Hebrew typed into empty captions from right to left', () => {
  expect(trackOf(typed('שלום עולם.')).direction).toBe('rtl')
})

test('keeps the direction of an English line with one Hebrew word', () => {
  expect(trackOf(typed('the word שלום means peace')).direction).toBe('ltr')
})

/** Captions of a video without sound, and the text typed into them. */
function typed(text: string): CaptionDocument {
  const empty = createDocument({
    id: 'd',
    media: { id: 'p', durMs: 5_000, fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 },
    lang: 'und',
    provenance: { engine: 'test', model: 'test' },
    words: [],
  })
  const words = text.split(' ').map((said, at) => ({ id: `n${at}`, text: said }))
  return applyCommands(empty, [{ type: 'insertWords', after: null, words, cueId: 'c1', t0: 0 }]).doc
}
