import { expect, test } from 'vitest'
import type { SpokenWord } from '#features/transcription/model/index.ts'
import {
  applyCommands,
  type CaptionDocument,
  type Command,
  createDocument,
  cuesOf,
  cueSpan,
  linesOf,
  textOf,
  type Word,
} from './index.ts'

test('keeps time, id and recognised text of a corrected word', () => {
  const doc = after([{ type: 'setWordText', id: 'w2', text: 'loose' }])
  expect(doc.words[1]).toEqual({ ...start().words[1], text: 'loose' })
  expect(doc.words[1]?.raw).toBe('lose')
})

test('times a typed word in the silence between its neighbours, which stay unchanged', () => {
  const before = start(words('never lose', { pauseMs: 1_000 }))
  const doc = after([{ type: 'insertWords', after: 'w1', words: [{ id: 'n1', text: 'ever' }] }], before)
  expect(doc.words.map(({ t0, t1 }) => [t0, t1])).toEqual([
    [0, 300],
    [300, 660],
    [1_300, 1_600],
  ])
  expect(doc.words[1]).toMatchObject({ timing: 'interpolated', raw: '' })
})

test('divides a short silence among typed words by their syllables', () => {
  const before = start(words('never lose', { pauseMs: 400 }))
  const doc = after(
    [
      {
        type: 'insertWords',
        after: 'w1',
        words: [
          { id: 'n1', text: 'a' },
          { id: 'n2', text: 'caterpillar' },
        ],
      },
    ],
    before,
  )
  const [, short, long] = doc.words
  expect(short?.t0).toBe(300)
  expect(long?.t1).toBe(700)
  expect((long?.t1 ?? 0) - (long?.t0 ?? 0)).toBeGreaterThan(2 * ((short?.t1 ?? 0) - (short?.t0 ?? 0)))
})

test('takes 40 ms a word from the longer neighbour without silence, and moves no other word', () => {
  const before = start()
  const doc = after([{ type: 'insertWords', after: 'w1', words: [{ id: 'n1', text: 'ever' }] }], before)
  expect(doc.words[1]).toMatchObject({ t0: 260, t1: 300 })
  expect(doc.words[0]).toMatchObject({ t0: 0, t1: 260 })
  for (const at of [1, 2, 3, 4]) expect(doc.words[at + 1]).toBe(before.words[at])
})

test('starts a caption for words typed at a given time', () => {
  const doc = after([
    { type: 'insertWords', after: 'w5', words: [{ id: 'n1', text: 'Goodbye' }], cueId: 'mine', t0: 4_000 },
  ])
  expect(doc.words.at(-1)).toMatchObject({ t0: 4_000, text: 'Goodbye' })
  expect(cuesOf(doc).at(-1)).toMatchObject({ id: 'mine', from: 'n1', to: 'n1' })
})

test('removes a caption when all its words are deleted', () => {
  const doc = after([
    { type: 'splitCue', before: 'w4', newId: 'c2' },
    { type: 'deleteWords', ids: ['w4', 'w5'] },
  ])
  expect(lines(doc)).toEqual([['never lose a']])
})

test('divides the time of a split word by syllables', () => {
  const doc = after([
    {
      type: 'splitWord',
      id: 'w5',
      parts: [
        { id: 'w5', text: 'a' },
        { id: 'n1', text: 'gain.' },
      ],
    },
  ])
  expect(doc.words.slice(4).map(({ t0, t1, text }) => [t0, t1, text])).toEqual([
    [1_200, 1_350, 'a'],
    [1_350, 1_500, 'gain.'],
  ])
})

test('times joined words from the first to the last', () => {
  const doc = after([{ type: 'mergeWords', ids: ['w3', 'w4'], text: 'aword' }])
  expect(doc.words[2]).toMatchObject({ id: 'w3', t0: 600, t1: 1_200, text: 'aword' })
})

test.each([
  { what: 'before it starts', t0: 500, t1: 500 },
  { what: 'into the word before', t0: 299, t1: 600 },
  { what: 'into the word after', t0: 300, t1: 601 },
])('rejects a word moved to end $what', ({ t0, t1 }) => {
  expect(() => after([{ type: 'retimeWords', words: [{ id: 'w2', t0, t1 }] }])).toThrow(
    expect.objectContaining({ code: 'unprocessable' }),
  )
})

test('swaps the times of two neighbours in one command', () => {
  const doc = after([
    {
      type: 'retimeWords',
      words: [
        { id: 'w1', t0: 0, t1: 400 },
        { id: 'w2', t0: 400, t1: 600 },
      ],
    },
  ])
  expect(doc.words.slice(0, 2).map(({ t0, t1, timing }) => [t0, t1, timing])).toEqual([
    [0, 400, 'manual'],
    [400, 600, 'manual'],
  ])
})

test('moves a word to the previous caption with the words between', () => {
  const split = after([{ type: 'splitCue', before: 'w2', newId: 'c2' }])
  expect(lines(after([{ type: 'moveWord', id: 'w3', to: 'previous' }], split))).toEqual([
    ['never lose a'],
    ['word again.'],
  ])
  expect(lines(after([{ type: 'moveWord', id: 'w1', to: 'next' }], split))).toEqual([['never lose a word again.']])
})

test('keeps manual line breaks of a corrected caption until they are reset', () => {
  const broken = after([
    { type: 'setBreaks', id: 'c1', breaks: ['w2'] },
    { type: 'setWordText', id: 'w3', text: 'one' },
  ])
  expect(lines(broken)).toEqual([['never', 'lose one word again.']])
  expect(lines(after([{ type: 'setBreaks', id: 'c1', breaks: null }], broken))).toEqual([
    ['never lose', 'one word again.'],
  ])
})

test.each([
  { find: 'lose a', replace: 'drop one', gives: 'never drop one word again.' },
  { find: 'a', replace: 'o', gives: 'never lose o word ogoin.' },
  { find: 'word', replace: 'single word', gives: 'never lose a single word again.' },
  { find: 'lose a word', replace: 'forget', gives: 'never forget again.' },
  { find: ' again.', replace: '', gives: 'never lose a word' },
  { find: 'NEVER', replace: 'always', gives: 'always lose a word again.' },
  { find: '.', replace: '!', gives: 'never lose a word again!' },
])('replacing “$find” with “$replace” gives “$gives”', ({ find, replace, gives }) => {
  const doc = after([{ type: 'replaceText', find, replace, matchCase: false, wholeWords: false, newId: 'r' }])
  expect(textOf(doc.words)).toBe(gives)
  expect(doc.words[0]).toMatchObject({ t0: 0, t1: 300 })
})

test('replaces only whole words, and only matching case, when asked to', () => {
  expect(
    textOf(
      after([{ type: 'replaceText', find: 'a', replace: 'one', matchCase: false, wholeWords: true, newId: 'r' }]).words,
    ),
  ).toBe('never lose one word again.')
  expect(
    textOf(
      after([{ type: 'replaceText', find: 'Never', replace: 'x', matchCase: true, wholeWords: true, newId: 'r' }])
        .words,
    ),
  ).toBe('never lose a word again.')
})

test('replaces only within the selected words', () => {
  const doc = after([
    {
      type: 'replaceText',
      find: 'a',
      replace: 'o',
      matchCase: false,
      wholeWords: false,
      newId: 'r',
      within: { from: 'w5', to: 'w5' },
    },
  ])
  expect(textOf(doc.words)).toBe('never lose a word ogoin.')
})

test('rejects a command about a deleted word', () => {
  expect(() =>
    after([
      { type: 'deleteWords', ids: ['w2'] },
      { type: 'setWordText', id: 'w2', text: 'x' },
    ]),
  ).toThrow(expect.objectContaining({ code: 'unprocessable', message: 'That word is no longer in the captions.' }))
})

test('shows a caption for at least 0.7 seconds, and until a close next one', () => {
  const doc = start([
    ...words('Hi.'),
    { text: 'There', startMs: 2_000, endMs: 2_300, confidence: 1, timing: 'asr' },
    { text: 'again', startMs: 4_400, endMs: 4_500, confidence: 1, timing: 'asr' },
  ])
  expect(cuesOf(doc).map((cue) => cueSpan(doc, cue))).toEqual([
    { t0: 0, t1: 700 },
    { t0: 2_000, t1: 2_700 },
    { t0: 4_400, t1: 5_000 },
  ])
  const close = after(
    [{ type: 'splitCue', before: 'w3', newId: 'c2' }],
    start([...words('Hello you.'), { text: 'Bye', startMs: 800, endMs: 1_600, confidence: 1, timing: 'asr' }]),
  )
  expect(cuesOf(close).map((cue) => cueSpan(close, cue))[0]).toEqual({ t0: 0, t1: 800 })
})

test('leaves two frames between Netflix captions, even when their words touch', () => {
  const doc = after(
    [
      { type: 'resegment', profile: 'netflix', newId: 'n' },
      { type: 'splitCue', before: 'w4', newId: 'c2' },
    ],
    start(words('we never lose a word again')),
  )
  const [first, second] = cuesOf(doc).map((cue) => cueSpan(doc, cue))
  expect(first).toEqual({ t0: 0, t1: 900 - 84 })
  expect(second?.t0).toBe(900)
})

test('shows a fast caption until it can be read, at most half a second into the pause', () => {
  const said = (text: string) => [{ text, startMs: 0, endMs: 800, confidence: 1, timing: 'asr' as const }]
  const endOf = (doc: CaptionDocument) => cuesOf(doc).map((cue) => cueSpan(doc, cue).t1)
  expect(endOf(start(said('abcdefghij klmnopqrst ab')))).toEqual([960])
  expect(endOf(start(said('abcdefghij klmnopqrstuvw yzabcdefghij klmnopqrs')))).toEqual([1_300])
})

test('reads only some words of a transcript of 20,000 for an edit', () => {
  let looks = 0
  const counted = (word: Word): Word => ({
    ...word,
    get id() {
      looks += 1
      return word.id
    },
  })
  const whole = start(words(Array.from({ length: 20_000 }, (_, at) => `word${at % 97}`).join(' ')), 20_000 * 300)
  let doc: CaptionDocument = { ...whole, words: whole.words.map(counted) }
  for (let at = 0; at < 100; at++) {
    doc = applyCommands(doc, [{ type: 'setWordText', id: `w${1 + ((at * 37) % 20_000)}`, text: 'changed' }]).doc
    doc = applyCommands(doc, [
      { type: 'insertWords', after: `w${1 + ((at * 53) % 20_000)}`, words: [{ id: `n${at}`, text: 'new' }] },
    ]).doc
  }
  expect(doc.words).toHaveLength(20_100)
  expect(looks / 200, 'looks for each edit, on average').toBeLessThan(5_000)
})

/** Words of 300 ms, `pauseMs` apart. */
function words(text: string, { pauseMs = 0 } = {}): SpokenWord[] {
  return text.split(' ').map((word, at) => ({
    text: word,
    startMs: at * (300 + pauseMs),
    endMs: at * (300 + pauseMs) + 300,
    confidence: 0.9,
    timing: 'asr',
  }))
}

function start(spoken = words('never lose a word again.'), durMs = 5_000): CaptionDocument {
  return createDocument({
    id: 'd',
    media: { id: 'p', durMs, fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 },
    lang: 'en',
    provenance: { engine: 'test', model: 'test' },
    words: spoken,
  })
}

function after(commands: Command[], doc = start()): CaptionDocument {
  return applyCommands(doc, commands).doc
}

function lines(doc: CaptionDocument): string[][] {
  return cuesOf(doc).map((cue) => linesOf(doc, cue).map(textOf))
}
