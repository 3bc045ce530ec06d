import { expect, test } from 'vitest'
import { withSpeakers } from './speaker-turns.ts'
import type { SpokenWord } from './word.ts'

test('a word has the speaker of most of it, and people are named as they first speak', () => {
  const turns = [
    { startMs: 1_000, endMs: 2_100, speaker: 0 },
    { startMs: 0, endMs: 1_000, speaker: 4 },
  ]
  const words = [said('Hello', 100, 500), said('there', 600, 1_100), said('Hi', 1_050, 1_600)]
  expect(speakersOf(words, turns)).toEqual(['Speaker 1', 'Speaker 1', 'Speaker 2'])
})

test('a word in a gap has the nearest speaker, and one far from all has none', () => {
  const turns = [
    { startMs: 0, endMs: 1_000, speaker: 0 },
    { startMs: 2_000, endMs: 3_000, speaker: 1 },
  ]
  const words = [said('a', 100, 200), said('b', 1_100, 1_300), said('c', 1_700, 1_900), said('d', 9_000, 9_100)]
  expect(speakersOf(words, turns)).toEqual(['Speaker 1', 'Speaker 1', 'Speaker 2', undefined])
})

test('words of somebody who interjects are theirs, and those after them of the other again', () => {
  const turns = [
    { startMs: 0, endMs: 20_000, speaker: 0 },
    { startMs: 4_000, endMs: 5_000, speaker: 1 },
  ]
  const words = [said('a', 1_000, 1_200), said('b', 4_200, 4_400), said('c', 15_000, 15_200)]
  expect(speakersOf(words, turns)).toEqual(['Speaker 1', 'Speaker 2', 'Speaker 1'])
})

test('words of a single person, and words that name their speaker, stay as they are', () => {
  const words = [said('a', 0, 500), { ...said('b', 1_000, 1_500), speaker: 'Ana' }]
  expect(withSpeakers(words, [{ startMs: 0, endMs: 2_000, speaker: 3 }])).toEqual(words)
  const turns = [
    { startMs: 0, endMs: 900, speaker: 0 },
    { startMs: 900, endMs: 2_000, speaker: 1 },
  ]
  expect(speakersOf(words, turns)).toEqual(['Speaker 1', 'Ana'])
})

function said(text: string, startMs: number, endMs: number): SpokenWord {
  return { text, startMs, endMs, confidence: 1, timing: 'asr' }
}

function speakersOf(words: readonly SpokenWord[], turns: Parameters<typeof withSpeakers>[1]) {
  return withSpeakers(words, turns).map(({ speaker }) => speaker)
}
