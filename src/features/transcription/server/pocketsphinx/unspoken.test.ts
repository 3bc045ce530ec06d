import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Between } from './chain-alignment.ts'
import type { FirstPassWord } from './second-pass.ts'
import { hasRushedSentence, unspokenSentences } from './unspoken.ts'

const SOUND = { startMs: 0, endMs: 10_000 }
const LEVELS = new Float32Array(1_000).fill(-20)

test('a sentence without a word or sound of its own is not spoken', () => {
  const words = [said(0, 300), said(300, 700, '.'), missing(), missing('.'), said(760, 1_000, '.')]
  expect(unspokenSentences(words, { between: [], sound: SOUND, levels: LEVELS })).toEqual([{ from: 2, until: 4 }])
})

test('a pause is no sound, however long', () => {
  const words = [said(0, 300, '.'), missing(), missing('.'), said(5_000, 5_300, '.')]
  const pause: Between = { startMs: 310, endMs: 4_990, kind: 'silence' }
  expect(unspokenSentences(words, { between: [pause], sound: SOUND, levels: LEVELS })).toEqual([{ from: 1, until: 3 }])
})

test('sound far softer than the words is no speech', () => {
  const words = [said(0, 300, '.'), missing(), missing('.'), said(5_000, 5_300, '.')]
  const levels = LEVELS.map((level, at) => (at > 30 && at < 500 ? level - 30 : level))
  expect(unspokenSentences(words, { between: [], sound: SOUND, levels })).toEqual([{ from: 1, until: 3 }])
})

test('a sentence that may be said otherwise, or in noise, is kept', () => {
  const words = [said(0, 300, '.'), missing(), missing('.'), said(5_000, 5_300, '.')]
  const speech: Between = { startMs: 310, endMs: 4_990, kind: 'unknown' }
  expect(unspokenSentences(words, { between: [speech], sound: SOUND, levels: LEVELS })).toEqual([])
  expect(unspokenSentences(words, { between: [], sound: SOUND, levels: LEVELS })).toEqual([])
})

test('a sentence with one word that is found is kept', () => {
  const words = [said(0, 300, '.'), missing(), said(300, 400), missing('.'), said(400, 700, '.')]
  expect(unspokenSentences(words, { between: [], sound: SOUND, levels: LEVELS })).toEqual([])
})

test('a sentence or four words in a row are rushed if all take the least time of the model', () => {
  expect(hasRushedSentence([said(0, 500, '.'), said(500, 590), said(590, 680, '.')])).toBe(true)
  expect(
    hasRushedSentence([said(0, 500), ...[500, 590, 680, 770].map((at) => said(at, at + 90)), said(860, 1_500, '.')]),
  ).toBe(true)
  expect(hasRushedSentence([said(0, 500), said(500, 590), said(590, 680), said(680, 1_000, '.')])).toBe(false)
})

test('sentences that are set aside are whole, in order, and none of their words was found', () => {
  const kinds = fc.array(
    fc.record({ gap: fc.integer({ min: 0, max: 400 }), found: fc.boolean(), ends: fc.boolean() }),
    { minLength: 1, maxLength: 60 },
  )
  fc.assert(
    fc.property(kinds, (list) => {
      let now = 0
      const words = list.map(({ gap, found, ends }) => {
        now += gap
        const word = found ? said(now, now + 200, ends ? '.' : '') : missing(ends ? '.' : '')
        now += found ? 200 : 0
        return word
      })
      let last = 0
      for (const { from, until } of unspokenSentences(words, {
        between: [],
        sound: { startMs: 0, endMs: now },
        levels: LEVELS,
      })) {
        expect(from).toBeGreaterThanOrEqual(last)
        expect(words.slice(from, until).every(({ span }) => span === null)).toBe(true)
        expect(from === 0 || words[from - 1]?.sound.endsSentence).toBe(true)
        expect(until === words.length || words[until - 1]?.sound.endsSentence).toBe(true)
        last = until
      }
    }),
  )
})

/** A word of three phones, found there. */
function said(startMs: number, endMs: number, mark = ''): FirstPassWord {
  return { sound: soundOf(mark), span: { startMs, endMs } }
}

function missing(mark = ''): FirstPassWord {
  return { sound: soundOf(mark), span: null }
}

function soundOf(mark: string): FirstPassWord['sound'] {
  return { name: 'w', pronunciations: ['K AE T'], endsPhrase: mark !== '', endsSentence: mark !== '' }
}
