import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedRange, isRangeKnown } from '#platform/shared/changed-range.ts'
import { perform, someDocument, someIntents } from '../../../../../tests/support/caption-edits.ts'
import {
  applyCommands,
  type CaptionDocument,
  createDocument,
  cueSpan,
  cuesOf,
  directionOf,
  timedCuesOf,
  wordsOf,
} from '../index.ts'

const RUNS = { numRuns: 300 }

test('derives the same timed cues after edits as from a fresh document', () => {
  fc.assert(
    fc.property(someDocument(), someIntents(), (start, intents) => {
      timedCuesOf(start)
      for (const { after } of perform(start, intents)) {
        expect(timedCuesOf(after)).toEqual(cuesOf(after).map((cue) => timedCue(after, cue)))
        expect(directionOf(after)).toBe(directionOf(structuredClone(after)))
      }
    }),
    RUNS,
  )
})

test('keeps the identity of a timed cue while its words and its time are unchanged', () => {
  fc.assert(
    fc.property(someDocument(), someIntents(), (start, intents) => {
      for (const { before, after } of perform(start, intents)) {
        const earlier = new Map(timedCuesOf(before).map((each) => [each.cue, each]))
        for (const now of timedCuesOf(after)) {
          const was = earlier.get(now.cue)
          const isUnchanged = was?.words.every((word, at) => word === now.words[at]) === true
          if (isUnchanged && was.words.length === now.words.length && was.t0 === now.t0 && was.t1 === now.t1)
            expect(now).toBe(was)
        }
      }
    }),
    RUNS,
  )
})

test('returns the cues of each version when two versions are read in turn', () => {
  fc.assert(
    fc.property(someDocument(), someIntents(), (start, intents) => {
      const steps = perform(start, intents)
      const undone = steps.map(({ after, inverse }) => applyCommands(after, inverse).doc)
      for (const [at, { after }] of steps.entries())
        for (const doc of [after, undone[at] ?? start])
          expect(timedCuesOf(doc)).toEqual(cuesOf(doc).map((cue) => timedCue(doc, cue)))
    }),
    RUNS,
  )
})

test('an edit of one word reads the words around it, however long the video', () => {
  const { doc, reads } = countedDocument(3_000)
  timedCuesOf(doc)
  for (const at of [0, 1_500, 2_999]) {
    const id = doc.words[at]?.id ?? ''
    const { doc: after } = applyCommands(doc, [{ type: 'setWordText', id, text: 'corrected' }])
    timedCuesOf(doc)
    const before = reads()
    timedCuesOf(after)
    expect(reads() - before, `word ${at}`).toBeLessThan(100)
  }
})

test('each frame of a drag is derived from the captions before the drag', () => {
  const { doc } = countedDocument(300)
  const before = timedCuesOf(doc)
  for (const by of [10, 20, 30]) {
    const { id = '', t0 = 0, t1 = 0 } = doc.words[150] ?? {}
    const words = [{ id, t0: t0 + by, t1: t1 + by }]
    const { doc: dragged } = applyCommands(doc, [{ type: 'retimeWords', words }])
    expect(isRangeKnown(before, timedCuesOf(dragged)), `${by} ms`).toBe(true)
    expect(timedCuesOf(doc)).toBe(before)
  }
})

test('an edit knows where it changed the words, without a comparison of all', () => {
  const { doc } = countedDocument(3_000)
  let reads = 0
  const words = new Proxy(doc.words, {
    get(list, key) {
      reads += 1
      return Reflect.get(list, key)
    },
  })
  const id = words[1_500]?.id ?? ''
  const { doc: after } = applyCommands({ ...doc, words }, [{ type: 'setWordText', id, text: 'corrected' }])
  reads = 0
  expect(changedRange(words, after.words)).toEqual({ start: 1_500, endBefore: 1_501, endAfter: 1_501 })
  expect(reads).toBe(0)
})

/** Captions of many words. @returns `reads` counts how often the text of a word was read */
function countedDocument(length: number) {
  const words = Array.from({ length }, (_, at) => ({
    text: `word${at}`,
    startMs: at * 300,
    endMs: at * 300 + 250,
    confidence: 1,
    timing: 'asr' as const,
  }))
  const media = { id: 'm', durMs: length * 300, fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 }
  const made = createDocument({ id: 'd', media, lang: 'en', provenance: { engine: 'test', model: 'test' }, words })
  let reads = 0
  const counted = made.words.map(({ text, ...word }) => ({
    ...word,
    get text() {
      reads += 1
      return text
    },
  }))
  return { doc: { ...made, words: counted }, reads: () => reads }
}

function timedCue(doc: CaptionDocument, cue: ReturnType<typeof cuesOf>[number]) {
  return { cue, words: wordsOf(doc, cue), ...cueSpan(doc, cue) }
}
