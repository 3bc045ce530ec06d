import { expect, test } from 'vitest'
import { draftSentences } from './draft-sentences.ts'

test('adds capitals, periods at pauses and "I" to a draft', () => {
  const said = spoken(['well', 0], ['i', 300], ["i'm", 600], ['here', 900], ['you', 2_000], ['see', 2_300])
  expect(draftSentences(said).map(({ text }) => text)).toEqual(['Well', 'I', "I'm", 'here.', 'You', 'see.'])
})

test('ends the sentences of a quick speaker at short pauses', () => {
  // "recognition result" and "is correct" end sentences, "speech portal" a phrase, as in recorded narration.
  const said = withPauses(72, { 20: 340, 24: 200, 41: 290 })
  expect(ends(said)).toEqual([20, 41, 71])
})

test('ends no sentence at the short pauses of a slow speaker, which differ by up to a fifth', () => {
  const random = repeatableRandom()
  for (let turn = 0; turn < 50; turn += 1) {
    const short = Object.fromEntries([6, 9, 11, 13, 14, 16, 18, 25].map((at) => [at, 300 * (0.8 + 0.4 * random())]))
    expect(ends(withPauses(30, { ...short, 5: 900, 22: 800 }))).toEqual([5, 22, 29])
  }
})

test('ends sentences at pauses that differ by up to a fifth, none at hesitations half as long', () => {
  const random = repeatableRandom()
  const about = (ms: number) => ms * (0.8 + 0.4 * random())
  for (let turn = 0; turn < 50; turn += 1) {
    const hesitations = { 3: about(220), 8: about(220), 17: about(220), 26: about(220) }
    const said = withPauses(60, { ...hesitations, 12: about(500), 24: about(500), 38: about(500) })
    expect(ends(said)).toEqual([12, 24, 38, 59])
  }
})

test('ends a sentence after any word at a pause of 700 ms, and at none below 250 ms', () => {
  expect(ends(withPauses(40, { 8: 700, 20: 249 }, 'the'))).toEqual([8, 39])
  expect(ends(withPauses(40, { 8: 700, 20: 250 }))).toEqual([8, 20, 39])
})

test('ends no sentence after a word that leads on, at a short pause', () => {
  expect(ends(withPauses(20, { 8: 400 }, 'the'))).toEqual([19])
})

test('continues the previous sentence in a later part of a run and leaves its own open', () => {
  const [before, ...rest] = spoken(['so', 0], ['it', 300], ['goes', 600])
  expect(draftSentences(rest, { before, open: true }).map(({ text }) => text)).toEqual(['it', 'goes'])
})

test.each([
  [400, 'it'],
  [700, 'It'],
])('a later part after a pause of %i ms begins with “%s”', (pauseMs, text) => {
  const [before, ...rest] = spoken(['so', 0], ['it', 300 + pauseMs], ['goes', 600 + pauseMs])
  expect(draftSentences(rest, { before, open: true })[0]?.text).toBe(text)
})

test('returns no words for no speech', () => {
  expect(draftSentences([])).toEqual([])
})

/** Park and Miller's generator: the same pauses in each run. */
function repeatableRandom(): () => number {
  let state = 20_261
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** The indexes of the words that end a sentence. */
function ends(words: ReturnType<typeof spoken>): number[] {
  return draftSentences(words).flatMap(({ text }, at) => (text.endsWith('.') ? [at] : []))
}

/** Words without a pause between them, but for those after some, by index in milliseconds. */
function withPauses(count: number, pauses: Readonly<Record<number, number>>, text = 'word') {
  let startMs = 0
  return spoken(
    ...Array.from({ length: count }, (_, at): [string, number] => {
      const word: [string, number] = [text, startMs]
      startMs += 300 + (pauses[at] ?? 0)
      return word
    }),
  )
}

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
