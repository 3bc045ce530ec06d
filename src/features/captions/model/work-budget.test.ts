import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandFor, type Intent, someIntent } from '../../../../tests/support/caption-edits.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  acceptBatches,
  applyCommands,
  type CaptionDocument,
  checkDocument,
  checkSize,
  type Command,
  createDocument,
  cuesOf,
  PROFILES,
  segmentWords,
  stepsOf,
  takeAffordable,
  traceCommands,
  type Word,
  WorkBudget,
} from './index.ts'
import { lettersOf } from './document-size.ts'

test('refuses replacements that outgrow a document before they are built', () => {
  const start = documentOf(['a'], { wordMs: 14_000_000 })
  const grow: Command = {
    ...{ type: 'replaceText', find: 'a', replace: 'a '.repeat(200).trim() },
    ...{ matchCase: false, wholeWords: false, newId: 'n' },
  }
  const again = (at: number): Command => ({ ...grow, newId: `n${at}` })
  expect(applyCommands(start, [again(1)]).doc.words).toHaveLength(200)
  expect(() => applyCommands(start, [again(1), again(2)])).toThrow('Captions hold at most 30,000 words.')
})

test('refuses text that outgrows a document, however few words say it', () => {
  const start = documentOf(Array.from({ length: 10_000 }, () => 'a'))
  const long = { type: 'replaceText', find: 'a', replace: 'b'.repeat(190), newId: 'n' } as const
  expect(() => applyCommands(start, [{ ...long, matchCase: true, wholeWords: false }])).toThrow(
    /at most 900,000 letters/,
  )
})

test('refuses to put back captions that break a promise, whatever command comes next', () => {
  const start = documentOf(['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'])
  const cues = cuesOf(start)
  const all = { id: 'x', from: 'w1', to: 'w9', breaks: [] }
  const overlapping: Command = {
    type: 'restore',
    cues: [{ after: null, remove: cues.map(({ id }) => id), insert: [all, { ...all, id: 'y' }] }],
  }
  const next: Command = { type: 'setWordText', id: 'w1', text: 'once' }
  expect(() => applyCommands(start, [overlapping, next])).toThrow(/does not begin where the one before it ends/)
})

test('a request pays for each command before it is made', () => {
  const start = documentOf(Array.from({ length: 2_000 }, (_, at) => `word${at}`))
  const recut: Command = { type: 'resegment', profile: 'netflix', newId: 'n' }
  const budget = new WorkBudget(30_000)
  expect(() =>
    applyCommands(
      start,
      Array.from({ length: 2_000 }, () => recut),
      budget,
    ),
  ).toThrow(AppError)
  expect(budget.isOverdrawn).toBe(true)
})

test('a replacement pays for the words it may add, one by as many does not', () => {
  const doc = documentOf(Array.from({ length: 500 }, (_, at) => `word${at}`))
  const replacing = { type: 'replaceText', find: 'o', matchCase: true, wholeWords: false, newId: 'n' } as const
  const same = stepsOf(doc, { ...replacing, replace: 'u' })
  expect(stepsOf(doc, { ...replacing, replace: 'o '.repeat(200) }) - same).toBe(30_000)
  expect(stepsOf(doc, { ...replacing, replace: '' })).toBe(same)
})

test('what is saved already is not paid for again', () => {
  const base = documentOf(['one', 'two', 'three'])
  const commands: Command[] = [{ type: 'setWordText', id: 'w1', text: 'once' }]
  const batch = { batchId: 'b1', commands }
  const since = [{ ...batch, revision: 2, by: null, anew: false }]
  const current = { ...applyCommands(base, commands).doc, rev: 2 }
  const budget = new WorkBudget(0)
  expect(acceptBatches({ base, since, current, batches: [batch], budget })).toMatchObject({ accepted: [], refused: [] })
})

test('an ordinary correction costs a thousandth of a request in the longest document', () => {
  const longest = documentOf(Array.from({ length: 30_000 }, (_, at) => `word${at % 97}`))
  const correct = Array.from({ length: 2_000 }, (_, at) => ({
    commands: [{ type: 'setWordText', id: `w${1 + at * 15}`, text: 'fixed' } satisfies Command],
  }))
  expect(takeAffordable(longest, correct).length).toBeGreaterThan(200)
  expect(takeAffordable(longest, [{ commands: [{ type: 'resegment', profile: 'bbc', newId: 'n' }] }])).toHaveLength(1)
})

test.each([
  ['without any width', '\u0301'],
  ['of marks alone', '"'.repeat(199)],
  ['of one letter', 'a'],
])('cuts words %s into captions in time proportional to the words', (_, text) => {
  const looks = (count: number) => {
    const { words, looked } = counted(documentOf(Array.from({ length: 50 }, () => 'word')), count, text)
    segmentWords(words, PROFILES.netflix, 'en')
    return looked()
  }
  // Zero-width words that last a millisecond each may all stand in one caption.
  expect(looks(4_000) / looks(2_000)).toBeLessThan(2.2)
})

test('finds matches that share words in time proportional to the words', () => {
  const looks = (count: number) => {
    const { doc, looked } = counted(documentOf(Array.from({ length: count }, () => 'ba')))
    const command = { type: 'replaceText', find: 'a b', replace: 'a c', newId: 'n' } as const
    applyCommands(doc, [{ ...command, matchCase: true, wholeWords: false }])
    return looked()
  }
  expect(looks(2_000) / looks(1_000)).toBeLessThan(2.2)
})

const RUNS = { numRuns: 40 }
/** A step pays for so many looks, and a command for finding words around the places where they stood before. */
const LOOKS_PER_STEP = 60
const LOOKS_PER_COMMAND = 20_000

test('steps bound what commands look at, and documents never leave their limits', () => {
  const kinds = fc.constantFrom('ordinary', 'narrow', 'wide', 'joined')
  fc.assert(
    fc.property(kinds, fc.array(someLarge(), { maxLength: 8 }), (kind, intents) => {
      const { doc: start, looked } = counted(largeDocument(kind))
      const budget = new WorkBudget()
      // Counting and indexing all words once belongs to reading them.
      stepsOf(start, { type: 'setWordText', id: 'w1', text: 'a' })
      lettersOf(start.words)
      let doc = start
      for (const [at, intent] of intents.entries()) {
        const command = largeCommand(doc, intent, `n${at}`)
        if (command === undefined) continue
        const [looks, spent] = [looked(), budget.spent]
        doc = attempt(() => traceCommands(doc, [command], budget))?.doc ?? doc
        expect(looked() - looks, command.type).toBeLessThan(LOOKS_PER_COMMAND + (budget.spent - spent) * LOOKS_PER_STEP)
        checkDocument(doc)
        checkSize(doc)
      }
    }),
    RUNS,
  )
})

type Large = Intent & { readonly everything: boolean }

function someLarge(): fc.Arbitrary<Large> {
  return fc.tuple(someIntent(), fc.boolean()).map(([intent, everything]) => ({ ...intent, everything }))
}

/** The command of an intent, about all words or cues where it may be. */
function largeCommand(doc: CaptionDocument, { everything, ...intent }: Large, newId: string): Command | undefined {
  const ids = doc.words.map(({ id }) => id)
  const { type, b } = intent
  if (!everything || ids.length === 0) return commandFor(doc, intent, newId)
  switch (type) {
    case 'deleteWords':
      return { type, ids: ids.slice(b) }
    case 'setTag':
      return { type, ids, tag: 'keyword', on: b % 2 === 0 }
    case 'retimeWords':
      return { type, words: doc.words.map(({ id, t0, t1 }) => ({ id, t0, t1 })) }
    case 'replaceText':
      return { type, find: 'a', replace: 'a a a', matchCase: false, wholeWords: false, newId }
    case 'mergeWords':
      return { type, ids: ids.slice(0, 200), text: 'a' }
    case 'splitWord':
      return {
        type,
        id: ids[0] ?? '',
        parts: Array.from({ length: 200 }, (_, at) => ({
          id: at === 0 ? (ids[0] ?? '') : `${newId}p${at}`,
          text: 'a',
        })),
      }
    case 'insertWords':
      return {
        type,
        after: ids.at(-1) ?? null,
        words: Array.from({ length: 2_000 }, (_, at) => ({ id: `${newId}i${at}`, text: 'a' })),
      }
    default:
      return commandFor(doc, intent, newId)
  }
}

function largeDocument(kind: 'ordinary' | 'narrow' | 'wide' | 'joined'): CaptionDocument {
  const text = { ordinary: 'banana', narrow: '\u0301', wide: '"'.repeat(100), joined: 'a' }[kind]
  const doc = documentOf(
    Array.from({ length: 3_000 }, () => text),
    { wordMs: kind === 'narrow' ? 1 : 60 },
  )
  if (kind !== 'joined') return doc
  // One caption of everything, its lines broken by hand at every word.
  const [from, ...others] = doc.words.map(({ id }) => id)
  const cue = { id: 'all', from: from ?? '', to: others.at(-1) ?? '', breaks: others, locked: true }
  return { ...doc, tracks: [{ ...doc.tracks[0], cues: [cue] }] }
}

/** The same document, or `count` words of `text`, counting how often a word's id, time or text is looked at. */
function counted(whole: CaptionDocument, count?: number, text = 'a') {
  let looks = 0
  const watched = (word: Word): Word => ({
    ...word,
    get id() {
      looks += 1
      return word.id
    },
    get t0() {
      looks += 1
      return word.t0
    },
    get text() {
      looks += 1
      return word.text
    },
  })
  const [first] = whole.words
  const made =
    count === undefined || first === undefined
      ? whole.words
      : Array.from({ length: count }, (_, at): Word => ({
          ...first,
          id: `w${at}`,
          t0: at,
          t1: at + 1,
          text,
          join: 'none',
        }))
  const words = made.map(watched)
  return { doc: { ...whole, words }, words, looked: () => looks }
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

function documentOf(texts: readonly string[], { wordMs = 300 } = {}): CaptionDocument {
  return createDocument({
    id: 'd',
    media: { id: 'p', durMs: texts.length * wordMs + 1_000, fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 },
    lang: 'en',
    provenance: { engine: 'test', model: 'test' },
    words: texts.map((text, at) => ({
      ...{ text, startMs: at * wordMs, endMs: (at + 1) * wordMs, confidence: 0.9, timing: 'asr' as const },
    })),
  })
}
