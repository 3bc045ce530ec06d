import fc from 'fast-check'
import { expect, test } from 'vitest'
import { someDocument } from '../../../../../tests/support/caption-edits.ts'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { AppError } from '#platform/shared/errors.ts'
import { applyCommands, type CaptionDocument, checkDocument, type Command, cuesOf } from '../index.ts'

// Five words of 300 ms without pauses; the video lasts 5 s.
const START = documentOf('never lose a word again.')
const CUE = cuesOf(START)[0]?.id ?? ''

test('maps words, times by hand and markers by two points', () => {
  const doc = after([
    { type: 'setCueTimes', cues: [{ cueId: CUE, t0: 100, t1: 1_600 }] },
    { type: 'addMarker', marker: { id: 'm', t: 600 } },
    stretched([0, 400], [1_500, 3_400]),
  ])
  expect(doc.words.map(({ t0, t1 }) => [t0, t1])).toEqual([
    [400, 1_000],
    [1_000, 1_600],
    [1_600, 2_200],
    [2_200, 2_800],
    [2_800, 3_400],
  ])
  expect(cuesOf(doc)[0]).toMatchObject({ t0: 600, t1: 3_600 })
  expect(doc.markers).toEqual([{ id: 'm', t: 1_600 }])
  expect(doc.words.every(({ timing }) => timing === 'manual')).toBe(true)
})

test.each([
  {
    points: [
      [500, 0],
      [500, 900],
    ],
    says: 'The second point must be later than the first.',
  },
  {
    points: [
      [0, 900],
      [500, 900],
    ],
    says: 'The second point must be later than the first.',
  },
  {
    points: [
      [300, 100],
      [600, 900],
    ],
    says: 'The first words would start before the video. Choose other times.',
  },
  {
    points: [
      [0, 0],
      [300, 1_200],
    ],
    says: 'The last words would end after the video. Choose other times.',
  },
] as const)('refuses points that fit no words: $says', ({ points: [from, until], says }) => {
  expect(() => after([stretched(from, until)])).toThrow(says)
})

test('refuses to stretch captions without words', () => {
  expect(() => after([stretched([0, 0], [1, 2])], documentOf(''))).toThrow('There are no words to stretch yet.')
})

test('keeps words in order without overlap at any speed, and undoes the stretch exactly', () => {
  let stretches = 0
  fc.assert(
    fc.property(someDocument(1), fc.nat(300), fc.nat(100), (doc, to, percent) => {
      const [t, until] = [doc.words[0]?.t0 ?? 0, doc.words.at(-1)?.t1 ?? 0]
      const untilTo = Math.round((doc.media.durMs * percent) / 100)
      try {
        const { doc: next, inverse } = applyCommands(doc, [stretched([t, to], [until, untilTo])])
        stretches += 1
        checkDocument(next)
        expect(next.words.map(({ id, text }) => [id, text])).toEqual(doc.words.map(({ id, text }) => [id, text]))
        expect(applyCommands(next, inverse).doc).toEqual(doc)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
      }
    }),
    { numRuns: 1_000 },
  )
  expect(stretches).toBeGreaterThan(500)
})

test('maps points to their places within a millisecond', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1_500, max: 5_000 }), (to, untilTo) => {
      const { words } = after([stretched([0, to], [1_500, untilTo])])
      expect(words[0]?.t0).toBe(to)
      expect(words.at(-1)?.t1).toBe(untilTo)
    }),
  )
})

type Pair = readonly [t: number, to: number]

function stretched([t, to]: Pair, [until, untilTo]: Pair): Command {
  return {
    type: 'stretchWords',
    points: [
      { t, to },
      { t: until, to: untilTo },
    ],
  }
}

function after(commands: Command[], doc = START): CaptionDocument {
  return applyCommands(doc, commands).doc
}
