import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import {
  applyCommands,
  CaptionDocument,
  checkDocument,
  checkSize,
  Command,
  type Cue,
  cuesOf,
  type Word,
} from '../index.ts'

const emoji = { kind: 'emoji' as const, side: 'above' as const, emoji: '🎉' }

test('deletes the decor of a word with the word, and restores it on undo', () => {
  const doc = start()
  const deleted = applyCommands(doc, [{ type: 'deleteWords', ids: ['w2'] }])
  expect(JSON.stringify(deleted.doc)).not.toContain('🎉')
  expect(applyCommands(deleted.doc, deleted.inverse).doc).toEqual(doc)
})

test('moves the decor of merged words to the remaining word', () => {
  const merged = after([{ type: 'mergeWords', ids: ['w1', 'w2'], text: 'neverlose' }])
  expect(wordOf(merged, 'w1')).toMatchObject({ speaker: 's1', decor: [{ emoji: '🎉' }] })
  expect(wordOf(merged, 'w1')?.hidden).toBeUndefined()
})

test('rejects a merge whose decor exceeds the limit of one word', () => {
  const decor = Array.from({ length: 8 }, (_, at) => ({ ...emoji, id: `e${at}` }))
  const doc = start({ words: { w1: { decor } } })
  const merge: Command[] = [{ type: 'mergeWords', ids: ['w1', 'w2'], text: 'neverlose' }]
  expect(() => applyCommands(doc, merge)).toThrow('A word can have at most 8 decorations.')
})

test('moves the decor of a replaced word to the last remaining word of the match', () => {
  const find = { type: 'replaceText', find: 'never lose', replace: 'keep', matchCase: false, wholeWords: true } as const
  const doc = after([{ ...find, newId: 'r' }])
  expect(doc.words.map(({ text, decor }) => [text, decor?.length ?? 0])).toEqual([
    ['keep', 1],
    ['a', 0],
    ['word', 0],
    ['again.', 0],
  ])
})

test('copies speaker and style to every part of a split word, and decor to the first', () => {
  const parts = [
    { id: 'w2', text: 'lo' },
    { id: 'n1', text: 'se' },
  ]
  const [, first, second] = after([{ type: 'splitWord', id: 'w2', parts }]).words
  expect(first).toMatchObject({ speaker: 's1', styleId: 'loud', hidden: true, decor: [{ id: 'e' }] })
  expect(second).toMatchObject({ speaker: 's1', styleId: 'loud', hidden: true })
  expect(second?.decor).toBeUndefined()
})

test('adds emoji to words, replaces one by its id, and undoes both exactly', () => {
  const doc = start({ words: { w2: { decor: [{ ...emoji, id: 'e' }] } } })
  const set: Command = {
    type: 'setDecor',
    items: [
      { wordId: 'w1', decor: { ...emoji, id: 'n1', emoji: '🔥', motion: 'pop' } },
      { wordId: 'w2', decor: { ...emoji, id: 'e', side: 'below' } },
      { wordId: 'w2', decor: { ...emoji, id: 'n2', emoji: '🚀' } },
    ],
  }
  const { doc: done, inverse } = applyCommands(doc, [set])
  expect(wordOf(done, 'w1')?.decor).toMatchObject([{ id: 'n1', emoji: '🔥', motion: 'pop' }])
  expect(wordOf(done, 'w2')?.decor).toMatchObject([{ id: 'e', side: 'below' }, { emoji: '🚀' }])
  expect(applyCommands(done, inverse).doc).toEqual(doc)
})

test('removes one emoji of a word, or all of several words', () => {
  const doc = start({
    words: {
      w1: {
        decor: [
          { ...emoji, id: 'a' },
          { ...emoji, id: 'b' },
        ],
      },
      w2: { decor: [{ ...emoji, id: 'e' }] },
    },
  })
  const one = applyCommands(doc, [{ type: 'removeDecor', wordIds: ['w1'], decorId: 'a' }]).doc
  expect(wordOf(one, 'w1')?.decor).toMatchObject([{ id: 'b' }])
  const all = applyCommands(doc, [{ type: 'removeDecor', wordIds: ['w1', 'w2'] }]).doc
  expect(JSON.stringify(all)).not.toContain('decor')
})

test.each<[string, Command]>([
  ['A word can have at most 8 decorations.', { type: 'setDecor', items: nine('w1') }],
  ['decorations', { type: 'setDecor', items: [{ wordId: 'w1', decor: { ...emoji, id: 'e' } }] }],
  [
    'That word is no longer in the captions.',
    { type: 'setDecor', items: [{ wordId: 'gone', decor: { ...emoji, id: 'n' } }] },
  ],
])('refuses emoji beyond the limits: %s', (message, command) => {
  const doc = start({ words: { w2: { decor: [{ ...emoji, id: 'e' }] } } })
  expect(() => applyCommands(doc, [command])).toThrow(message)
})

test('hangs a picture on a word and takes it back, and accepts no shapes, which nothing draws', () => {
  const image = { id: 'i', kind: 'image', assetId: 'a1', side: 'above' } as const
  const hung = after([{ type: 'setDecor', items: [{ wordId: 'w1', decor: image }] }])
  expect(wordOf(hung, 'w1')?.decor).toEqual([image])
  const taken = after([{ type: 'removeDecor', wordIds: ['w1'], decorId: 'i' }], hung)
  expect(wordOf(taken, 'w1')).not.toHaveProperty('decor')
  const shape = { id: 's', kind: 'shape', shape: 'circle', side: 'behind' }
  expect(Command.safeParse({ type: 'setDecor', items: [{ wordId: 'w1', decor: shape }] }).success).toBe(false)
})

function nine(wordId: string) {
  return Array.from({ length: 9 }, (_, at) => ({ wordId, decor: { ...emoji, id: `n${at}` } }))
}

test('gives a typed word the speaker of the word it joins', () => {
  const doc = after([{ type: 'insertWords', after: 'w2', words: [{ id: 'n1', text: 'ever' }] }])
  expect(wordOf(doc, 'n1')).toMatchObject({ speaker: 's1' })
  expect(wordOf(doc, 'n1')).not.toHaveProperty('styleId')
})

test('shrinks a translation to the remaining words, and deletes one without words', () => {
  const shrunk = after([{ type: 'deleteWords', ids: ['w3', 'w4'] }])
  expect(translations(shrunk)).toEqual([
    ['w1', 'w2', 'Niemals'],
    ['w5', 'w5', 'ein Wort'],
  ])
  expect(translations(after([{ type: 'deleteWords', ids: ['w5'] }], shrunk))).toEqual([['w1', 'w2', 'Niemals']])
})

test('extends a translation by words typed after its last one', () => {
  const doc = after([{ type: 'insertWords', after: 'w3', words: [{ id: 'n1', text: 'ever' }] }])
  expect(translations(doc)[0]).toEqual(['w1', 'n1', 'Niemals'])
})

test('keeps translations when captions are cut again', () => {
  const before = start()
  const doc = after([{ type: 'resegment', profile: 'netflix', newId: 'r' }], before)
  expect(doc.tracks[1]).toBe(before.tracks[1])
})

test('keeps the time at its own edge in each half of a split caption', () => {
  const doc = start({ cues: { t0: 100, t1: 9_000, place: { y: 0.2 }, waivers: [{ rule: 'too-fast' }] } })
  const split = after([{ type: 'splitCue', before: 'w3', newId: 'c2' }], doc)
  const [first, second] = cuesOf(split)
  expect(first).toMatchObject({ t0: 100, place: { y: 0.2 }, waivers: [{ rule: 'too-fast' }] })
  expect(first).not.toHaveProperty('t1')
  expect(second).toMatchObject({ t1: 9_000, place: { y: 0.2 } })
  expect(second).not.toHaveProperty('t0')
  expect(second).not.toHaveProperty('waivers')
  expect(cuesOf(after([{ type: 'mergeCues', id: 'c1' }], split))).toEqual(cuesOf(doc))
})

test('keeps manual settings of a caption that is unchanged by a recut', () => {
  const speaker = 's1'
  const doc = start({
    words: { w3: { speaker }, w4: { speaker }, w5: { speaker } },
    cues: { t0: 100, styleId: 'loud', waivers: [{ rule: 'too-fast' }] },
  })
  const [cue] = cuesOf(after([{ type: 'resegment', profile: 'shorts', newId: 'r' }], doc))
  expect(cue).toMatchObject({ id: 'r-1', t0: 100, styleId: 'loud', waivers: [{ rule: 'too-fast' }] })
})

test('removes all references to a deleted style, and restores them on undo', () => {
  const doc = start({ cues: { styleId: 'loud' } })
  const removed = applyCommands(doc, [{ type: 'setStyle', styleId: 'loud', patch: null }])
  expect(JSON.stringify(removed.doc)).not.toContain('loud')
  expect(applyCommands(removed.doc, removed.inverse).doc).toEqual(doc)
})

test('restores a word without a missing style and speaker', () => {
  const deleted = applyCommands(start(), [{ type: 'deleteWords', ids: ['w2'] }])
  const without = after(
    [
      { type: 'setStyle', styleId: 'loud', patch: null },
      { type: 'restore', words: [{ after: null, remove: ['w1'], insert: [plain('w1', 0, 'never')] }] },
      { type: 'restore', parts: { speakers: [{ after: null, remove: ['s1'], insert: [] }] } },
    ],
    deleted.doc,
  )
  const restored = wordOf(after(deleted.inverse, without), 'w2')
  expect(restored).toMatchObject({ text: 'lose', decor: [{ id: 'e' }] })
  expect(restored).not.toHaveProperty('styleId')
  expect(restored).not.toHaveProperty('speaker')
})

test.each([
  { what: 'a word of an unknown speaker', broken: { words: { w1: { speaker: 's9' } } } },
  { what: 'a word of an unknown style', broken: { words: { w1: { styleId: 's9' } } } },
  { what: 'decor with one id twice', broken: { words: { w1: { decor: [{ ...emoji, id: 'e' }] } } } },
  { what: 'a caption of an unknown style', broken: { cues: { styleId: 's9' } } },
  { what: 'a caption that ends before it starts', broken: { cues: { t0: 500, t1: 500 } } },
  { what: 'one waiver twice', broken: { cues: { waivers: [{ rule: 'too-fast' }, { rule: 'too-fast' }] } } },
  { what: 'cuts that overlap', broken: { doc: { cuts: [cut('x', 0, 200), cut('y', 199, 300)] } } },
  { what: 'a cut that ends before it starts', broken: { doc: { cuts: [cut('x', 200, 200)] } } },
  {
    what: 'markers out of order',
    broken: {
      doc: {
        markers: [
          { id: 'm', t: 9 },
          { id: 'n', t: 8 },
        ],
      },
    },
  },
  { what: 'crops out of order', broken: { doc: { frames: [frame('f', '1:1', [9, 9])] } } },
  { what: 'two frames of one aspect', broken: { doc: { frames: [frame('f', '1:1'), frame('g', '1:1')] } } },
  {
    what: 'a title that ends before it starts',
    broken: { doc: { overlays: { title: { text: 'Hi', t0: 2, t1: 1 } } } },
  },
  {
    what: 'limits that nothing meets',
    broken: { doc: { qc: { profile: 'shorts', limits: { minMs: 900, maxMs: 800 } } } },
  },
  {
    what: 'translations that share a word',
    broken: {
      translations: [
        ['w1', 'w2'],
        ['w2', 'w3'],
      ],
    },
  },
  { what: 'a translation of an unknown word', broken: { translations: [['w1', 'w9']] } },
  { what: 'a translation that ends before it starts', broken: { translations: [['w3', 'w1']] } },
] satisfies { what: string; broken: Parts }[])('refuses $what', ({ broken }) => {
  checkDocument(start())
  expect(() => checkDocument(start(broken))).toThrow(expect.objectContaining({ code: 'unprocessable' }))
})

test('rejects text in parts beyond the limit, and lets a document beyond it shrink', () => {
  const text = 'x'.repeat(1_000)
  const setAside = Array.from({ length: 500 }, (_, at) => ({
    id: `a${at}`,
    t: at,
    text: text + text,
    why: 'not-spoken' as const,
  }))
  const doc = start({ doc: { setAside } })
  checkSize(doc)
  const glossary = Array.from({ length: 500 }, (_, at) => ({
    id: `g${at}`,
    heard: Array.from({ length: 20 }, () => 'y'.repeat(100)),
    write: 'z',
  }))
  expect(() => checkSize({ ...doc, glossary })).toThrow('Translations and notes hold at most 1,200,000 letters.')
  const add: Command[] = [{ type: 'restore', parts: { glossary: [{ after: null, remove: [], insert: glossary }] } }]
  expect(() => applyCommands(doc, add)).toThrow('Translations and notes')
  const shrink: Command[] = [{ type: 'restore', parts: { setAside: [{ after: null, remove: ['a0'], insert: [] }] } }]
  expect(applyCommands({ ...doc, glossary }, shrink).doc.setAside).toHaveLength(499)
})

test('rejects speakers beyond the limit of a document', () => {
  const insert = Array.from({ length: 101 }, (_, at) => ({ id: `p${at}`, name: 'P', color: '#ffffff' }))
  const add: Command[] = [{ type: 'restore', parts: { speakers: [{ after: 's1', remove: [], insert }] } }]
  expect(() => applyCommands(start(), add)).toThrow('Captions hold at most 100 speakers.')
})

type Parts = {
  readonly words?: Readonly<Record<string, Partial<Word>>>
  readonly cues?: Partial<Cue>
  readonly translations?: readonly (readonly [from: string, to: string])[]
  readonly doc?: Partial<CaptionDocument>
}

/** “never lose a word again.”: two speakers, an emoji on a hidden word, and a translation in two parts. */
function start({ words = {}, cues = {}, translations: ranges, doc }: Parts = {}): CaptionDocument {
  const plainDocument = documentOf('never lose a word again.')
  const [main] = plainDocument.tracks
  const own: Parts['words'] = {
    w1: { speaker: 's1' },
    w2: { speaker: 's1', styleId: 'loud', hidden: true, decor: [{ ...emoji, id: 'e' }] },
  }
  const texts = ['Niemals', 'ein Wort']
  return {
    ...plainDocument,
    words: plainDocument.words.map((word) => ({ ...word, ...own[word.id], ...words[word.id] })),
    styles: { main: {}, loud: {} },
    speakers: [{ id: 's1', name: 'Ana', color: '#ffffff' }],
    tracks: [
      { ...main, cues: main.cues.map((cue) => ({ ...cue, ...cues })) },
      {
        id: 'de',
        role: 'translation',
        lang: 'de',
        dir: 'ltr',
        cues: (
          ranges ?? [
            ['w1', 'w3'],
            ['w4', 'w5'],
          ]
        ).map(([from, to], at) => ({
          id: `t${at}`,
          from,
          to,
          text: texts[at] ?? 'mehr',
          sourceHash: '0123456789abcdef',
        })),
      },
    ],
    ...doc,
  }
}

function after(commands: Command[], doc: CaptionDocument = start()): CaptionDocument {
  const next = applyCommands(doc, commands).doc
  checkDocument(next)
  expect(CaptionDocument.parse(next)).toEqual(next)
  return next
}

function wordOf(doc: CaptionDocument, id: string): Word | undefined {
  return doc.words.find((word) => word.id === id)
}

function translations({ tracks: [, track] }: CaptionDocument) {
  return track?.cues.map(({ from, to, text }) => [from, to, text]) ?? []
}

function plain(id: string, t0: number, text: string): Word {
  return { id, t0, t1: t0 + 300, text, raw: text, timing: 'asr', tags: [], join: 'space' }
}

function cut(id: string, t0: number, t1: number) {
  return { id, t0, t1, why: 'manual' as const }
}

function frame(id: string, aspect: '1:1' | '9:16', starts: readonly number[] = [0]) {
  return { id, aspect, crops: starts.map((t0) => ({ t0, x: 0.5, y: 0.5, zoom: 1 })) }
}
