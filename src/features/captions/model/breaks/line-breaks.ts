import type { Word } from '../document.ts'
import type { Profile } from './profiles.ts'
import { textWidth } from './text-width.ts'

/** The cost of a line as long as the profile allows beside an empty one; less than that of any bad break. */
const UNEVEN = 36

/**
 * Breaks the words of one cue at the best places into as few lines as fit, of about equal width where places are
 * equally good. Exceeds the profile's line count or width only if the words fit no other way.
 * @param costs the cost of a break after each word; see `boundariesOf`
 * @returns the ids of the words that begin a new line
 */
export function breakLines(words: readonly Word[], profile: Profile, costs: readonly number[]): string[] {
  const ends = columnEnds(words)
  if ((ends.at(-1) ?? 0) <= profile.maxCharsPerLine) return []
  for (let lines = 2; lines <= profile.maxLines; lines++) {
    const breaks = bestBreaks(words, ends, lines, { profile, costs })
    if (breaks !== undefined) return breaks
  }
  return fillLines(words, ends, profile)
}

/** Columns from the start of the first word to the end of each word, with spaces. */
function columnEnds(words: readonly Word[]): number[] {
  let columns = 0
  return words.map(
    (word, at) => (columns += Math.max(1, textWidth(word.text)) + (at > 0 && word.join === 'space' ? 1 : 0)),
  )
}

type Found = { readonly cost: number; readonly starts: readonly number[] }

/** The cheapest way to break `words` into exactly `lines` lines that fit; undefined when there is none. */
function bestBreaks(
  words: readonly Word[],
  ends: readonly number[],
  lines: number,
  { profile, costs }: { profile: Profile; costs: readonly number[] },
): string[] | undefined {
  const ideal = (ends.at(-1) ?? 0) / lines
  const unevenness = (start: number, end: number) =>
    UNEVEN * ((lineWidth(words, ends, start, end) - ideal) / profile.maxCharsPerLine) ** 2
  const search = (start: number, left: number): Found | undefined => {
    if (left === 1)
      return lineWidth(words, ends, start, words.length) <= profile.maxCharsPerLine
        ? { cost: unevenness(start, words.length), starts: [] }
        : undefined
    let best: Found | undefined
    for (let next = start + 1; next <= words.length - left + 1; next++) {
      if (lineWidth(words, ends, start, next) > profile.maxCharsPerLine) break
      const rest = search(next, left - 1)
      if (rest === undefined) continue
      const cost = rest.cost + unevenness(start, next) + (costs[next - 1] ?? 0)
      if (best === undefined || cost < best.cost) best = { cost, starts: [next, ...rest.starts] }
    }
    return best
  }
  return search(0, lines)?.starts.flatMap((at) => words[at]?.id ?? [])
}

/** Fills one line after another, for words that fit no other way. */
function fillLines(words: readonly Word[], ends: readonly number[], profile: Profile): string[] {
  const breaks: string[] = []
  let start = 0
  for (const [at, word] of words.entries()) {
    if (at === start || lineWidth(words, ends, start, at + 1) <= profile.maxCharsPerLine) continue
    breaks.push(word.id)
    start = at
  }
  return breaks
}

/** Columns of the line from word `start` to word `end`, exclusive. */
function lineWidth(words: readonly Word[], ends: readonly number[], start: number, end: number): number {
  const before = start === 0 ? 0 : (ends[start - 1] ?? 0) + (words[start]?.join === 'space' ? 1 : 0)
  return (ends[end - 1] ?? 0) - before
}
