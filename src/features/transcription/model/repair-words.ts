import type { SpokenWord } from './word.ts'

/**
 * Makes the promises of `SpokenWord` true of words from any engine: in order of time, none overlapping, none
 * negative, each at least 1 ms long, and no word lost. Times that are kept stay as they are; a word whose
 * times make no sense is moved as little as possible.
 * @param durationMs where the sound ends, in milliseconds; words that do not fit are pressed together before it
 */
export function repairWords(words: readonly SpokenWord[], { durationMs }: { durationMs: number }): SpokenWord[] {
  const spoken = words.filter(({ text }) => text.trim() !== '')
  // Below one millisecond a word there is no room: the end of the sound then gives way.
  const end = Math.max(whole(durationMs), spoken.length)
  const sorted = spoken.map(cleaned).toSorted((a, b) => a.startMs - b.startMs)
  const starts = increasingStarts(
    sorted.map(({ startMs }) => startMs),
    end,
  )
  return sorted.map((word, at) => {
    const startMs = starts[at] ?? 0
    const latestEnd = starts[at + 1] ?? end
    return { ...word, startMs, endMs: Math.min(Math.max(word.endMs, startMs + 1), latestEnd) }
  })
}

function cleaned(word: SpokenWord): SpokenWord {
  const confidence =
    word.confidence === null || Number.isNaN(word.confidence) ? null : Math.min(Math.max(word.confidence, 0), 1)
  return { ...word, text: word.text.trim(), startMs: whole(word.startMs), endMs: whole(word.endMs), confidence }
}

function whole(value: number): number {
  return Number.isFinite(value) ? Math.max(0, Math.round(value)) : 0
}

/** Each start at least 1 ms after the one before, and early enough for all that follow to fit before `end`. */
function increasingStarts(wanted: readonly number[], end: number): number[] {
  const starts: number[] = []
  for (const [at, start] of wanted.entries()) {
    const latest = end - (wanted.length - at)
    starts.push(Math.min(Math.max(start, (starts.at(-1) ?? -1) + 1), latest))
  }
  return starts
}
