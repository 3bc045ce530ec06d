import type { Stamp } from './caption-files/cue-text.ts'
import { speakerAt } from './caption-files/voices.ts'
import { share } from './interpolate.ts'
import { writtenWords } from './script.ts'
import type { SubtitleCue } from './subtitles.ts'
import { syllables } from './syllables.ts'
import type { SpokenWord } from './word.ts'

/** Most time that a word is given per syllable when the file says only where it starts, in milliseconds. */
const SYLLABLE_MS = 400

/** Words with the number of words on each line of each caption. */
type LinedWords = { readonly words: readonly SpokenWord[]; readonly lines?: readonly (readonly number[])[] }

/**
 * Drops the words that begin after the end of the video.
 * @returns the rest, and how many were dropped
 */
export function cutWords({ words, lines }: LinedWords, durationMs: number): LinedWords & { readonly dropped: number } {
  const kept = words.filter(({ startMs }) => startMs < durationMs)
  if (kept.length === words.length) return { words, ...(lines && { lines }), dropped: 0 }
  let left = kept.length
  const take = (count: number): number => {
    const taken = Math.min(count, left)
    left -= taken
    return taken
  }
  const rest = lines?.map((counts) => counts.map(take).filter((count) => count > 0)).filter(({ length }) => length > 0)
  return { words: kept, ...(rest && { lines: rest }), dropped: words.length - kept.length }
}

type Placed = { readonly text: string; readonly at: number }

/**
 * The words of captions with the times of their file: those of each word where it has them, otherwise a share of the
 * caption by syllables. A caption ends where the next one starts.
 * @param cues sorted by start
 */
export function subtitleWords(cues: readonly SubtitleCue[], language: string): SpokenWord[] {
  return cues.flatMap((cue, at) => {
    const next = cues.slice(at + 1, at + 2)[0]
    const endMs = Math.max(cue.startMs + 1, Math.min(cue.endMs, next?.startMs ?? cue.endMs))
    return wordsOf({ ...cue, endMs }, placedWords(cue.text, language))
  })
}

function wordsOf(cue: SubtitleCue, words: readonly Placed[]): SpokenWord[] {
  const stamps = [{ at: 0, startMs: cue.startMs }, ...(cue.stamps ?? [])]
  const groups = groupByStamp(words, stamps)
  let floorMs = cue.startMs
  return groups.flatMap(({ stamp, words: own }, at) => {
    const startMs = Math.min(Math.max(stamp.startMs, floorMs), cue.endMs - 1)
    const nextMs = Math.min(cue.endMs, groups[at + 1]?.stamp.startMs ?? cue.endMs)
    const endMs = Math.max(startMs + 1, Math.min(nextMs, stamp.endMs ?? longestEnd(cue, own, startMs)))
    floorMs = endMs
    const spans = share(
      { startMs, endMs },
      own.map(({ text }) => text),
    )
    return own.map(({ text, at: place }, index): SpokenWord => {
      const span = spans[index] ?? { startMs, endMs }
      const isStamped = cue.stamps?.some((each) => each.at === place) === true
      const speaker = speakerAt(cue.voices, place)
      const timing = isStamped || index === 0 ? 'aligned' : 'interpolated'
      return { text, ...span, confidence: null, timing, ...(speaker !== undefined && { speaker }) }
    })
  })
}

/** Without times inside a caption its words fill it; with them, a pause may follow each word. */
function longestEnd(cue: SubtitleCue, words: readonly Placed[], startMs: number): number {
  if (cue.stamps === undefined) return cue.endMs
  return startMs + words.reduce((sum, { text }) => sum + Math.max(1, syllables(text)) * SYLLABLE_MS, 0)
}

/** Each word counts from the last stamp at or before its first letter. */
function groupByStamp(words: readonly Placed[], stamps: readonly Stamp[]) {
  const groups: { stamp: Stamp; words: Placed[] }[] = []
  let current = 0
  let last = -1
  for (const word of words) {
    while ((stamps[current + 1]?.at ?? Number.POSITIVE_INFINITY) <= word.at) current += 1
    const stamp = stamps[current]
    if (stamp === undefined) continue
    if (current === last) groups.at(-1)?.words.push(word)
    else groups.push({ stamp, words: [word] })
    last = current
  }
  return groups
}

/** The words of a text with the offset of each. */
function placedWords(text: string, language: string): Placed[] {
  let from = 0
  return text.split('\n').flatMap((line) =>
    writtenWords(line, language).map((word) => {
      const at = text.indexOf(word, from)
      from = at + word.length
      return { text: word, at }
    }),
  )
}

/** Aligned words with the speakers that their file names; as they are if the file has other words. */
export function withSpeakersOf(words: readonly SpokenWord[], kept: readonly SpokenWord[] = []): SpokenWord[] {
  if (words.length !== kept.length) return [...words]
  return words.map((word, at) => {
    const speaker = kept[at]?.speaker
    return speaker === undefined ? word : { ...word, speaker }
  })
}
