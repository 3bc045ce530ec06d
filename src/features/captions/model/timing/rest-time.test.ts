import fc from 'fast-check'
import { expect, test } from 'vitest'
import { perform, someDocument, someIntents } from '../../../../../tests/support/caption-edits.ts'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { applyCommands, type Command, cueSpan, cuesOf, openingTime, restTime } from '../index.ts'

// One caption of four words, 300 ms each, with 5 s of video.
const DOC = documentOf('never lose a word')

test('opens captions at a moment of the last word of the first one', () => {
  const { t1 } = spanOf(DOC)
  expect(openingTime(DOC)).toBeGreaterThan(DOC.words[3]?.t0 ?? 0)
  expect(openingTime(DOC)).toBeLessThanOrEqual((900 + t1) / 2)
})

test('opens at a visible word, past hidden ones and words after an end by hand', () => {
  const hidden = after([{ type: 'setHidden', wordIds: ['w3', 'w4'], hidden: true }])
  expect(openingTime(hidden)).toBeLessThan(600)
  const cut = after([{ type: 'setCueTimes', cues: [{ cueId: cuesOf(DOC)[0]?.id ?? '', t0: null, t1: 500 }] }])
  expect(openingTime(cut)).toBe(400)
})

test('no moment shows captions without a visible word', () => {
  expect(openingTime(documentOf(''))).toBeUndefined()
  const wordIds = DOC.words.map(({ id }) => id)
  expect(openingTime(after([{ type: 'setHidden', wordIds, hidden: true }]))).toBeUndefined()
})

test('a word rests in the middle of its time, and a long one 600 ms after its start', () => {
  const [first] = DOC.words
  if (first === undefined) throw new Error('no word')
  expect(restTime(DOC, first)).toBe(150)
  const long = after([{ type: 'shiftWords', from: 'w2', byMs: 2_000 }])
  expect(restTime(long, first)).toBe(600)
})

test('a word after the end of its caption rests within the caption', () => {
  const cut = after([{ type: 'setCueTimes', cues: [{ cueId: cuesOf(DOC)[0]?.id ?? '', t0: null, t1: 500 }] }])
  const last = cut.words[3]
  expect(last === undefined ? null : restTime(cut, last)).toBe(499)
})

test('opens inside the span of a caption, whatever was edited', () => {
  fc.assert(
    fc.property(someDocument(), someIntents(), (start, intents) => {
      for (const { after: doc } of perform(start, intents)) {
        const at = openingTime(doc)
        const spans = cuesOf(doc).map((cue) => cueSpan(doc, cue))
        if (at !== undefined) expect(spans.some(({ t0, t1 }) => at >= t0 && at < t1)).toBe(true)
      }
    }),
    { numRuns: 50 },
  )
})

function after(commands: Command[]) {
  return applyCommands(DOC, commands).doc
}

function spanOf(doc: typeof DOC) {
  const [cue] = cuesOf(doc)
  if (cue === undefined) throw new Error('no caption')
  return cueSpan(doc, cue)
}
