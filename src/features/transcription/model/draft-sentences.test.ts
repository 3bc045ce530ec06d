import { expect, test } from 'vitest'
import { draftSentences } from './draft-sentences.ts'

test('adds capitals, periods at pauses and "I" to a draft', () => {
  const said = spoken(['well', 0], ['i', 300], ["i'm", 600], ['here', 900], ['you', 2_000], ['see', 2_300])
  expect(draftSentences(said).map(({ text }) => text)).toEqual(['Well', 'I', "I'm", 'here.', 'You', 'see.'])
})

test('ends a sentence after a pause of 700 ms, not of 699 ms', () => {
  const text = (pause: number) => draftSentences(spoken(['a', 0], ['b', 300 + pause])).map((word) => word.text)
  expect(text(699)).toEqual(['A', 'b.'])
  expect(text(700)).toEqual(['A.', 'B.'])
})

test('continues the previous sentence in a later part of a run and leaves its own open', () => {
  const [before, ...rest] = spoken(['so', 0], ['it', 400], ['goes', 700])
  expect(draftSentences(rest, { before, open: true }).map(({ text }) => text)).toEqual(['it', 'goes'])
})

test('returns no words for no speech', () => {
  expect(draftSentences([])).toEqual([])
})

/** Words of 300 ms each, at the given starts. */
function spoken(...words: [string, number][]) {
  return words.map(([text, startMs]) => ({
    text,
    startMs,
    endMs: startMs + 300,
    confidence: 0.5,
    timing: 'asr' as const,
  }))
}
