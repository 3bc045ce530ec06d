import { expect, test } from 'vitest'
import { applyCommands, type CaptionDocument, type Command, createDocument } from '#features/captions/model/index.ts'
import { type LookPatch, TEMPLATES } from '#features/templates/model/index.ts'
import { evenLetters } from '../../../../tests/support/even-letters.ts'
import { sceneOf, trackOf } from './index.ts'

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

test('leaves hidden words out, with their line break at the next shown word', () => {
  const doc = after(typed('one two three four'), [
    { type: 'setBreaks', id: 'c1', breaks: ['n2'] },
    { type: 'setHidden', wordIds: ['n0', 'n2'], hidden: true },
  ])
  expect(shown(doc)).toMatchObject([
    { text: 'two', breakBefore: false },
    { text: 'four', breakBefore: true },
  ])
})

test('draws nothing for a caption of hidden words', () => {
  const doc = after(typed('one two'), [{ type: 'setHidden', wordIds: ['n0', 'n1'], hidden: true }])
  const [template] = TEMPLATES
  if (template === undefined) throw new Error('no template')
  const scene = sceneOf({ track: trackOf(doc), template, frame: { width: 540, height: 960 }, context: evenLetters() })
  expect([scene.pages, scene.region, scene.pageAt(10)]).toEqual([[], null, undefined])
})

test('draws stars for censored letters, and a bar as wide as the word', () => {
  const doc = after(typed('one two'), [
    { type: 'setCensoring', wordIds: ['n0'], censored: { text: 'first-letter' } },
    { type: 'setCensoring', wordIds: ['n1'], censored: { text: 'bar' } },
  ])
  expect(shown(doc)).toMatchObject([{ text: 'o**' }, { text: 'two', bar: true }])
})

test('a caption of one speaker stands in that speaker’s lane, a mixed one in the track’s', () => {
  const start = typed('one two')
  const spokenBy = (...names: (string | undefined)[]): CaptionDocument => ({
    ...start,
    styles: { main: at(0.1), ana: at(0.2), ben: at(0.3) },
    speakers: [
      { id: 'a', name: 'Ana', color: '#ff0000', styleId: 'ana' },
      { id: 'b', name: 'Ben', color: '#00ff00', styleId: 'ben' },
    ],
    words: start.words.map((word, index) => {
      const speaker = names[index]
      return speaker === undefined ? word : { ...word, speaker }
    }),
  })
  const laneOf = (doc: CaptionDocument) => {
    const [caption] = trackOf(doc).captions
    return { lane: caption?.patches, own: caption?.wordPatches }
  }
  expect(laneOf(spokenBy('a', 'a'))).toEqual({ lane: [at(0.1), at(0.2)], own: undefined })
  expect(laneOf(spokenBy('a', 'b')).lane).toEqual([at(0.1)])
  expect(laneOf(spokenBy('a', undefined)).lane).toEqual([at(0.1)])
  const hidden = after(spokenBy('a', 'b'), [{ type: 'setHidden', wordIds: ['n1'], hidden: true }])
  expect(laneOf(hidden).lane, 'a hidden word counts for nothing').toEqual([at(0.1), at(0.2)])
})

test('applies the patches of document, speaker, caption and word in this order', () => {
  const start = typed('one two')
  const spoken: CaptionDocument = {
    ...start,
    styles: { main: at(0.1), loud: at(0.2) },
    speakers: [{ id: 's', name: 'Ana', color: '#ff0000', styleId: 'loud' }],
    words: start.words.map((word) => ({ ...word, speaker: 's' })),
  }
  const doc = after(spoken, [
    { type: 'setCueStyle', cueIds: ['c1'], patch: at(0.3) },
    { type: 'setWordStyle', wordIds: ['n1'], patch: at(0.4) },
  ])
  const [caption] = trackOf(doc).captions
  const patches = caption?.words.map(({ own = -1 }) => caption.wordPatches?.[own] ?? caption.patches)
  expect(patches).toEqual([
    [at(0.1), at(0.2), at(0.3)],
    [at(0.1), at(0.2), at(0.3), at(0.4)],
  ])
})

test('lets the own colour of a keyword override the colour of keywords', () => {
  const doc = after(typed('one'), [{ type: 'setWordStyle', wordIds: ['n0'], patch: { fill: { upcoming: '#ff0000' } } }])
  expect(trackOf(doc).captions[0]?.wordPatches?.[0]?.at(-1)).toMatchObject({ emphasis: { color: null } })
})

test('keeps the words of other captions when a word gets a style', () => {
  const start = after(typed('one two three'), [{ type: 'splitCue', before: 'n2', newId: 'c2' }])
  const before = trackOf(start).captions
  const captions = trackOf(after(start, [{ type: 'setWordStyle', wordIds: ['n2'], patch: at(0.1) }])).captions
  expect(captions[0]).toBe(before[0])
  expect(captions[1]).not.toBe(before[1])
})

/** A patch that is easy to tell from others. */
function at(y: number): LookPatch {
  return { layout: { y } }
}

function after(doc: CaptionDocument, commands: Command[]): CaptionDocument {
  return applyCommands(doc, commands).doc
}

function shown(doc: CaptionDocument) {
  return trackOf(doc).captions.flatMap(({ words }) => words)
}
