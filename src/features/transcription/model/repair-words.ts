import type { SpokenWord } from './word.ts'

/**
 * Enforces the invariants of `SpokenWord` on words from any engine: sorted, not overlapping, not negative, each at
 * least 1 ms long, and none lost. Valid times stay as they are; a word with invalid times moves as little as possible.
 * @param durationMs end of the sound in milliseconds; words that do not fit are squeezed in before it
 */
export function repairWords(words: readonly SpokenWord[], { durationMs }: { durationMs: number }): SpokenWord[] {
  const spoken = words.filter(({ text }) => text.trim() !== '')
  // With less than 1 ms per word the words run past the end of the sound.
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

/** Each start is at least 1 ms after the previous one and leaves room for all later words before `end`. */
function increasingStarts(wanted: readonly number[], end: number): number[] {
  const starts: number[] = []
  for (const [at, start] of wanted.entries()) {
    const latest = end - (wanted.length - at)
    starts.push(Math.min(Math.max(start, (starts.at(-1) ?? -1) + 1), latest))
  }
  return starts
}
