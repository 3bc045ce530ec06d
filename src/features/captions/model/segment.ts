import { boundaryCost, COST, endsSentence } from './boundaries.ts'
import type { Cue, Word } from './document.ts'
import { breakLines, columnEnds, fitsLines } from './line-breaks.ts'
import { type Phrases, phrasesOf } from './phrases.ts'
import type { Profile } from './profiles.ts'

/** A silence inside a cue, ms, that always parts it. */
const LONG_PAUSE_MS = 1_200

/** The cheapest way found to cut the words before a place, and where its last cue starts. */
type Cut = { readonly cost: number; readonly start: number }

/**
 * Cuts words into cues by a profile: of all ways to cut them, the one with the least cost, found by
 * dynamic programming in time proportional to the words. No word is lost and none is moved.
 * @param lang BCP 47 tag; decides which words are articles, numbers, conjunctions
 */
export function segmentWords(words: readonly Word[], profile: Profile, lang: string): Cue[] {
  const phrases = phrasesOf(lang)
  const cuts = cheapestCuts(words, profile, phrases)
  const cues: Cue[] = []
  for (let end = words.length; end > 0; end = cuts[end]?.start ?? 0) {
    const inCue = words.slice(cuts[end]?.start ?? 0, end)
    const [first] = inCue
    const last = inCue.at(-1)
    if (first !== undefined && last !== undefined)
      cues.push({ id: '', from: first.id, to: last.id, breaks: breakLines(inCue, profile, phrases) })
  }
  return cues.toReversed().map((cue, at) => ({ ...cue, id: `c${at + 1}` }))
}

/** For each place between words, the cheapest way to reach it. */
function cheapestCuts(words: readonly Word[], profile: Profile, phrases: Phrases): Cut[] {
  const partings = words.map((word, at) => partingCost(word, words[at + 1], phrases))
  const cuts: Cut[] = [{ cost: 0, start: 0 }]
  for (let end = 1; end <= words.length; end++) {
    let best: Cut | undefined
    for (let start = end - 1; start >= 0; start--) {
      const inside = insideCost(words, start, end, profile)
      if (inside === undefined) break
      const cost =
        (cuts[start]?.cost ?? 0) + inside + lineCost(words, partings, start, end, profile) + (partings[end - 1] ?? 0)
      if (best === undefined || cost < best.cost) best = { cost, start }
    }
    cuts.push(best ?? { cost: cuts[end - 1]?.cost ?? 0, start: end - 1 })
  }
  return cuts
}

function partingCost(word: Word, next: Word | undefined, phrases: Phrases): number {
  return next === undefined || next.t0 - word.t1 >= LONG_PAUSE_MS ? COST.sentence : boundaryCost(word, next, phrases)
}

/**
 * What is wrong with words `start` to `end` as one cue; undefined when they cannot be one, nor any
 * longer run of words that ends here. A single word always can.
 */
function insideCost(words: readonly Word[], start: number, end: number, profile: Profile): number | undefined {
  const inCue = words.slice(start, end)
  const [first] = inCue
  const last = inCue.at(-1)
  if (first === undefined || last === undefined) return undefined
  const columns = columnEnds(inCue).at(-1) ?? 0
  const single = end - start === 1
  if (
    !single &&
    (last.t1 - first.t0 > profile.maxMs ||
      columns > profile.maxCharsPerLine * profile.maxLines ||
      hasLongPause(inCue) ||
      !fitsLines(inCue, profile))
  )
    return undefined
  const shownMs =
    Math.max(last.t1, Math.min(first.t0 + profile.minMs, words[end]?.t0 ?? Number.POSITIVE_INFINITY)) - first.t0
  return (
    sentencesInside(inCue) +
    tooFast(columns, shownMs, profile) +
    tooShort(shownMs, profile) +
    emptiness(columns, last, profile)
  )
}

/** What the best place for a line break costs, when these words need one: a break after an article weighs as heavily as a cut there. */
function lineCost(
  words: readonly Word[],
  partings: readonly number[],
  start: number,
  end: number,
  profile: Profile,
): number {
  const ends = columnEnds(words.slice(start, end))
  const total = ends.at(-1) ?? 0
  if (total <= profile.maxCharsPerLine || profile.maxLines !== 2) return 0
  const open = ends.flatMap((columns, at) => {
    const rest = total - columns - (words[start + at + 1]?.join === 'space' ? 1 : 0)
    return columns <= profile.maxCharsPerLine && rest <= profile.maxCharsPerLine ? [partings[start + at] ?? 0] : []
  })
  return open.length === 0 ? 0 : Math.min(...open) / 3
}

function hasLongPause(inCue: readonly Word[]): boolean {
  const last = inCue.length - 1
  return inCue.some((word, at) => at < last && (inCue[at + 1]?.t0 ?? word.t1) - word.t1 >= LONG_PAUSE_MS)
}

function sentencesInside(inCue: readonly Word[]): number {
  return inCue.slice(0, -1).filter(({ text }) => endsSentence(text)).length * 26
}

function tooFast(columns: number, shownMs: number, profile: Profile): number {
  const over = columns / (shownMs / 1_000) - profile.maxCps
  return over > 0 ? over * 4 : 0
}

function tooShort(shownMs: number, profile: Profile): number {
  return shownMs < profile.minMs ? ((profile.minMs - shownMs) / profile.minMs) * 60 : 0
}

/** Each cue costs something, and a nearly empty one more: one word alone is for the end of a sentence. */
function emptiness(columns: number, last: Word, profile: Profile): number {
  const missing = Math.max(0, 1 - columns / profile.maxCharsPerLine)
  return 10 + missing ** 2 * (endsSentence(last.text) ? 12 : 36)
}
