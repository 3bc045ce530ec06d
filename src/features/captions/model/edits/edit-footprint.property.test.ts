import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#platform/shared/errors.ts'
import {
  COMMAND_TYPES,
  type Intent,
  perform,
  someDocument,
  someIntent,
} from '../../../../../tests/support/caption-edits.ts'
import { documentOf } from '../../../../../tests/support/captions.ts'
import {
  applyCommands,
  type CaptionDocument,
  type Command,
  type CommandType,
  conflictingParts,
  footprintOf,
  cuesOf,
  wordIndex,
} from '../index.ts'

const RUNS = { numRuns: 400 }
const EDIT = { minLength: 2, maxLength: 3 }
const HISTORY = { minLength: 1, maxLength: 6 }
/** No command sets texts aside. */
const ASIDE = [
  { id: 's1', t: 0, text: 'hello', why: 'not-in-cut' as const },
  { id: 's2', t: 900, text: 'thank you', why: 'not-spoken' as const },
  { id: 's3', t: 1_200, text: 'so', why: 'not-spoken' as const },
  { id: 's4', t: 1_500, text: 'bye', why: 'not-spoken' as const },
]
const SPOKEN = documentOf(
  'so here is the thing nobody tells you about growing a channel on your own. ' +
    'It takes years of slow work, and most people give up long before anybody sees one of their clips at all.',
)
/** With room after the last word, to shift it. */
const LONG: CaptionDocument = { ...SPOKEN, media: { ...SPOKEN.media, durMs: 60_000 } }
const MARKERS = [0, 500, 2_000, 4_000].map((t) => ({ id: `k${t}`, t }))

/** Commands on the words of captions. */
const ON_WORDS = [
  ...(['setWordText', 'insertWords', 'deleteWords', 'splitWord', 'mergeWords', 'retimeWords', 'shiftWords'] as const),
  ...(['setTag', 'setHidden', 'setCensoring', 'setDecor', 'removeDecor', 'setWordStyle'] as const),
]
/** Commands on captions as a whole. */
const ON_CUES = ['setCueTimes', 'splitCue', 'mergeCues', 'setBreaks', 'setPlace', 'moveWord', 'setCueStyle'] as const
/** The pairs that always conflict, so their orders are never compared. */
const CONFLICTING = new Set([
  // It reads all words, the order of the captions and all markers, and changes the times of all words.
  ...pairsOf('stretchWords', ON_WORDS),
  ...pairsOf('stretchWords', ['splitCue', 'mergeCues', 'moveWord', 'addMarker', 'editMarker', 'removeMarkers']),
  ...pairsOf('stretchWords', ['stretchWords', 'resegment', 'replaceText']),
  // It reads all words, and replaces every caption.
  ...pairsOf('resegment', [...ON_WORDS, ...ON_CUES, 'resegment', 'replaceText']),
  // Both change the times of all words to the end.
  ...pairsOf('shiftWords', ['shiftWords']),
  // Both set one part as a whole, or one sets what the other reads.
  ...pairsOf('setLimits', ['setLimits']),
  ...pairsOf('setOverlays', ['setOverlays', 'setBrandKit']),
  ...pairsOf('setBrandKit', ['setBrandKit', 'setTemplate']),
  ...pairsOf('setTemplate', ['setTemplate']),
])

test('applies edits of different parts in either order with the same result', () => {
  let compared = 0
  fc.assert(
    fc.property(someDocument(3), intents(EDIT), intents(EDIT), (doc, ours, theirs) => {
      const mine = made(doc, ours, 'm')
      const other = made(doc, theirs, 'o')
      if (conflictingParts(footprintOf(mine, doc), footprintOf(other, doc)).length > 0) return
      compared += 1
      expect(after(after(doc, mine), other)).toEqual(after(after(doc, other), mine))
    }),
    RUNS,
  )
  expect(compared).toBeGreaterThan(RUNS.numRuns / 20)
})

test('applies every pair of commands without a conflict in either order with the same result', () => {
  const compared = new Set<string>()
  // With few words, the two edits often meet. Each document serves all pairs: making one costs more than comparing two.
  fc.assert(
    fc.property(someDocument(3), intents(HISTORY), oneOfEach(), oneOfEach(), (plain, past, ours, theirs) => {
      const start: CaptionDocument = { ...plain, setAside: [...ASIDE], markers: [...MARKERS] }
      // Captions with a history: two speakers, recut, tagged, styled, with manual line breaks.
      const doc = perform(start, [...TWO_SPEAKERS, ...past], 'p').at(-1)?.after ?? start
      for (const pair of comparePairs(editsOf(doc, ours, 'm'), editsOf(doc, theirs, 'o'))) compared.add(pair)
    }),
    // The message names the pair: making the other commands simpler would take minutes and say no more.
    { numRuns: 25, seed: 1, endOnFailure: true },
  )
  for (const pair of compareFarEdits()) compared.add(pair)
  const missing = allPairs().filter((pair) => !compared.has(pair))
  expect(missing.toSorted(), 'pairs that were never compared').toEqual([...CONFLICTING].toSorted())
})

test('undoes only its own edit when later edits use other parts', () => {
  let compared = 0
  fc.assert(
    fc.property(someDocument(3), intents(EDIT), intents(EDIT), (start, ours, theirs) => {
      const mine = made(start, ours, 'm')
      const { doc, inverse } = applyCommands(start, mine)
      const other = made(doc, theirs, 'o')
      if (inverse.length === 0 || conflictingParts(footprintOf(inverse, doc), footprintOf(other, doc)).length > 0)
        return
      compared += 1
      expect(after(after(doc, other), inverse)).toEqual(after(after(doc, inverse), other))
    }),
    RUNS,
  )
  expect(compared).toBeGreaterThan(RUNS.numRuns / 20)
})

test('finds a conflict of an edit with itself exactly when it writes', () => {
  fc.assert(
    fc.property(someDocument(3), intents(EDIT), (doc, intents) => {
      const mine = footprintOf(made(doc, intents, 'm'), doc)
      const writes = [...mine.values()].includes('write')
      expect(conflictingParts(mine, mine).length > 0).toBe(writes)
    }),
    { numRuns: 200 },
  )
})

test('finds a conflict between a merge and a word edit that rebreaks manually broken lines', () => {
  const start = documentOf('aa over the the aaaaaaaaa e Lovelace')
  const { doc } = applyCommands(start, [{ type: 'setBreaks', id: start.tracks[0].cues.at(-1)?.id ?? '', breaks: [] }])
  const { id = '', from = '' } = doc.tracks[0].cues.at(-2) ?? {}
  const merge: Command[] = [{ type: 'mergeCues', id }]
  const correct: Command[] = [{ type: 'setWordText', id: from, text: 'a' }]
  expect(conflictingParts(footprintOf(merge, doc), footprintOf(correct, doc))).toEqual([`lines:${id}`])
})

test('finds a conflict between restored lines and a change of a word that was moved into them', () => {
  const start = documentOf('so here is the thing nobody tells you about growing a channel on your own')
  const [first, second] = start.tracks[0].cues
  const move: Command = { type: 'moveWord', id: second?.from ?? '', to: 'previous' }
  const [longer] = applyCommands(start, [move]).doc.tracks[0].cues
  if (first === undefined || second === undefined || longer === undefined) throw new Error('expected two captions')
  const insert = [{ ...longer, breaks: [] }]
  const mine: Command[] = [move, { type: 'restore', cues: [{ after: null, remove: [first.id], insert }] }]
  const correct: Command[] = [{ type: 'setWordText', id: second.from, text: 'aaaaa' }]
  expect(conflictingParts(footprintOf(mine, start), footprintOf(correct, start))).toContain(`lines:${second.id}`)
})

test('finds a conflict between emoji that get one id, and writes the id of a removed one', () => {
  const start = documentOf('never lose a word again.')
  const [first, second] = start.words
  if (first === undefined || second === undefined) throw new Error('expected two words')
  const add = (wordId: string): Command[] => [
    { type: 'setDecor', items: [{ wordId, decor: { id: 'party', kind: 'emoji', emoji: '🎉', side: 'above' } }] },
  ]
  const [mine, theirs] = [footprintOf(add(first.id), start), footprintOf(add(second.id), start)]
  expect(conflictingParts(mine, theirs)).toEqual(['exists:decor:party'])
  const { doc } = applyCommands(start, add(first.id))
  for (const remove of [
    { type: 'removeDecor', wordIds: [first.id] },
    { type: 'deleteWords', ids: [first.id] },
  ] satisfies Command[])
    expect(footprintOf([remove], doc).get('exists:decor:party'), remove.type).toBe('write')
})

test('finds a conflict between a stretch and a marker added after one that it removes', () => {
  const markers = [
    { id: 'm1', t: 100 },
    { id: 'm2', t: 100 },
  ]
  const start = { ...documentOf('never lose a word again.'), markers }
  const stretch: Command[] = [
    { type: 'removeMarkers', ids: ['m2'] },
    {
      type: 'stretchWords',
      points: [
        { t: 0, to: 0 },
        { t: 100, to: 101 },
      ],
    },
  ]
  const add: Command[] = [{ type: 'addMarker', marker: { id: 'm3', t: 100 } }]
  expect(conflictingParts(footprintOf(stretch, start), footprintOf(add, start))).toEqual(['part:markers'])
})

/** Two speakers, of whom each has some words. */
const TWO_SPEAKERS: readonly Intent[] = (['addSpeaker', 'addSpeaker', 'setSpeaker', 'setSpeaker'] as const).map(
  (type, at) => ({ type, a: at, b: 1, text: 'Ana' }),
)

const intents = (lengths: fc.ArrayConstraints) => fc.array(someIntent(), lengths)

/** Every pair of commands, and of a command with itself. The order does not matter: the test applies both. */
function allPairs(): string[] {
  return COMMAND_TYPES.flatMap((type, at) => pairsOf(type, COMMAND_TYPES.slice(at)))
}

function pairsOf(type: CommandType, others: readonly CommandType[]): string[] {
  return others.map((other) => pairOf(type, other))
}

function pairOf(one: CommandType, other: CommandType): string {
  return [one, other].toSorted().join(' x ')
}

/** One intent of every command. */
function oneOfEach() {
  return fc.tuple(...COMMAND_TYPES.map((type) => someIntent([type])))
}

/**
 * Compares both orders of each pair of edits without a conflict.
 * @returns the pairs that were compared
 */
function comparePairs(ours: readonly Made[], theirs: readonly Made[]): string[] {
  return ours.flatMap((mine) =>
    theirs.flatMap((their) => {
      if (conflictingParts(mine.footprint, their.footprint).length > 0) return []
      expectSame(after(mine.after, their.commands), after(their.after, mine.commands), [mine, their])
      return [pairOf(mine.type, their.type)]
    }),
  )
}

/** Compares edits near the start of long captions with edits near their end. In short captions they always meet. */
function compareFarEdits(): string[] {
  const [first, second] = cuesOf(LONG)
  if (first === undefined || second === undefined) throw new Error('expected two captions')
  const within = { from: first.from, to: first.to }
  const replace = { find: 'here', replace: 'there', matchCase: false, wholeWords: true, newId: 'r', within }
  const [a, last] = [LONG.words.length - 3, wordIndex(LONG, cuesOf(LONG).at(-1)?.from ?? '')]
  const late = ON_WORDS.flatMap((type) => [1, 2, 101].map((b): Intent => ({ type, a, b, text: 'x' })))
  const ours = [editOf(LONG, 'replaceText', [{ type: 'replaceText', ...replace }])]
  const moves = [wordIndex(LONG, second.from), last].map((at): Intent => ({ type: 'moveWord', a: at, b: 0, text: '' }))
  return [
    ...comparePairs(ours, editsOf(LONG, late, 'o')),
    ...comparePairs(editsOf(LONG, moves.slice(0, 1), 'm'), editsOf(LONG, moves.slice(1), 'o')),
  ]
}

type Made = ReturnType<typeof editOf>

function editOf(doc: CaptionDocument, type: CommandType, commands: Command[]) {
  return { type, commands, footprint: footprintOf(commands, doc), after: after(doc, commands) }
}

/** One edit for each intent that fits these captions. */
function editsOf(doc: CaptionDocument, intents: Parameters<typeof perform>[1], prefix: string) {
  return intents.flatMap((intent) => {
    const commands = made(doc, [intent], prefix)
    if (commands.length === 0) return []
    return [editOf(doc, intent.type, commands)]
  })
}

/** Expects equal captions; the message names the edits. */
function expectSame(one: CaptionDocument, other: CaptionDocument, edits: readonly { commands: Command[] }[]): void {
  // The quick comparison; the slow one explains a difference.
  if (isDeepStrictEqual(one, other)) return
  expect(one, JSON.stringify(edits.map(({ commands }) => commands))).toEqual(other)
}

/** The commands of these intents that fit. */
function made(doc: CaptionDocument, intents: Parameters<typeof perform>[1], prefix: string): Command[] {
  return perform(doc, intents, prefix).map(({ command }) => command)
}

function after(doc: CaptionDocument, commands: readonly Command[]): CaptionDocument {
  try {
    return applyCommands(doc, commands).doc
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new Error(`${JSON.stringify(commands)}: ${error.message}`, { cause: error })
  }
}
