import { expect, test } from 'vitest'
import { type CaptionDocument, checkDocument, createDocument, cuesOf, retimeDocument, type Word } from '../index.ts'

type Spoken = readonly [text: string, startMs: number, endMs: number, timing?: 'aligned' | 'interpolated']

const IMPORTED: readonly Spoken[] = [
  ['Never', 1_000, 1_400],
  ['lose', 1_500, 1_700],
  ['a', 1_800, 1_900],
  ['word.', 2_000, 2_500],
]

test('keeps the times of a file whose words are found where it has them', () => {
  const found = IMPORTED.map(([text, startMs, endMs]) => [text, startMs + 90, endMs + 40] as const)
  expect(timesOf(retimeDocument(documentOf(IMPORTED), documentOf(found)))).toEqual(timesOf(documentOf(IMPORTED)))
})

test('keeps the times of a file if no word is found', () => {
  const guessed = IMPORTED.map(([text, startMs]) => [text, startMs / 4, startMs / 4 + 20, 'interpolated'] as const)
  expect(timesOf(retimeDocument(documentOf(IMPORTED), documentOf(guessed)))).toEqual(timesOf(documentOf(IMPORTED)))
})

test('takes the times of another sound, also where it has one word for several', () => {
  const whole = documentOf([
    ['Neverlose', 5_000, 5_900],
    ['aword.', 6_000, 6_600],
  ] as const)
  const retimed = retimeDocument(documentOf(IMPORTED), whole)
  checkDocument(retimed)
  expect(timesOf(retimed)).toEqual([
    [5_000, 5_500],
    [5_500, 5_900],
    [6_000, 6_100],
    [6_100, 6_600],
  ])
})

test('drops times of a caption by hand that end before they start in another sound', () => {
  const doc = documentOf(IMPORTED)
  const timed = withCue(doc, { t0: 900, t1: 950, place: { y: 0.3 } })
  const found = documentOf(
    IMPORTED.map(([text, startMs, endMs], at) => [text, startMs + 3_000 - at * 100, endMs + 3_000 - at * 100] as const),
  )
  const [cue] = cuesOf(retimeDocument(timed, found))
  expect(cue).toEqual({ ...cuesOf(doc)[0], place: { y: 0.3 } })
})

test('keeps template, style and notes when the text of the sound is another', () => {
  const doc = { ...documentOf(IMPORTED), template: { id: 'boxed', version: 1 }, markers: [{ id: 'm1', t: 10 }] }
  const other = documentOf([
    ['Something', 100, 400],
    ['else.', 500, 900],
  ])
  const { words, tracks, template, markers } = retimeDocument(doc, other)
  expect({ words, tracks }).toEqual({ words: other.words, tracks: other.tracks })
  expect({ template, markers }).toEqual({ template: doc.template, markers: doc.markers })
})

test('drops what lies after the end of a shorter video, and clips what reaches over it', () => {
  const doc: CaptionDocument = {
    ...documentOf(IMPORTED),
    cuts: [cut('x1', 2_000, 4_000), cut('x2', 5_000, 6_000)],
    markers: [{ id: 'm1', t: 9_000 }],
    setAside: [{ id: 'a1', t: 9_000, text: 'Bye.', why: 'not-in-cut' }],
    overlays: { title: { text: 'Hi', t0: 2_000, t1: 9_000 }, progress: null },
  }
  const { cuts, markers, setAside, overlays } = retimeDocument(doc, documentOf(IMPORTED, 3_000))
  expect(cuts).toEqual([cut('x1', 2_000, 3_000)])
  expect(markers).toBeUndefined()
  expect(setAside).toMatchObject([{ t: 3_000, text: 'Bye.' }])
  expect(overlays).toEqual({ title: { text: 'Hi', t0: 2_000, t1: 3_000 }, progress: null })
})

test('leaves out pictures, which a file could name from any account', () => {
  const doc: CaptionDocument = {
    ...documentOf(IMPORTED),
    overlays: { logo: { assetId: 'i1', place: {} }, closing: { text: 'Bye', durationMs: 500, assetId: 'i2' } },
    brandKit: { id: 'kit', revision: 1 },
  }
  const imported = retimeDocument(doc, documentOf(IMPORTED))
  expect(imported.overlays).toEqual({ closing: { text: 'Bye', durationMs: 500 } })
  expect(imported.brandKit).toBeUndefined()
})

function documentOf(spoken: readonly Spoken[], durMs = 10_000): CaptionDocument {
  return createDocument({
    id: 'd',
    media: { id: 'p', durMs, fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 },
    lang: 'en',
    provenance: { engine: 'test', model: 'test' },
    words: spoken.map(([text, startMs, endMs, timing = 'aligned']) => ({
      text,
      startMs,
      endMs,
      confidence: null,
      timing,
    })),
    lines: [[spoken.length]],
  })
}

function withCue(doc: CaptionDocument, parts: object): CaptionDocument {
  const [main, ...translations] = doc.tracks
  return { ...doc, tracks: [{ ...main, cues: main.cues.map((cue) => ({ ...cue, ...parts })) }, ...translations] }
}

function timesOf({ words }: CaptionDocument): number[][] {
  return words.map(({ t0, t1 }: Word) => [t0, t1])
}

function cut(id: string, t0: number, t1: number) {
  return { id, t0, t1, why: 'manual' as const }
}
