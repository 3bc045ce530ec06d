import { boundaryCost, COST, endsSentence } from './boundaries.ts'
import type { Cue, Word } from './document.ts'
import { breakLines } from './line-breaks.ts'
import { columnsBetween, fitLines, fitsInLines, type LineFit } from './line-fit.ts'
import { type Phrases, phrasesOf } from './phrases.ts'
import type { Profile } from './profiles.ts'

/** Silence that always ends a cue, ms. */
const LONG_PAUSE_MS = 1_200

/** The lowest cost of cutting the words before a place, and the start of the last cue of that cut. */
type Cut = { readonly cost: number; readonly start: number }

/**
 * Cuts words into cues by a profile, at the lowest total cost, by dynamic programming in linear time. Keeps all words
 * and their order.
 * @param lang BCP 47 tag; selects the articles, numbers and conjunctions
 */
export function segmentWords(words: readonly Word[], profile: Profile, lang: string): Cue[] {
  const phrases = phrasesOf(lang)
  const cuts = cheapestCuts(measureWords(words, profile, phrases), profile)
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

/** Values that the search needs repeatedly, computed once for each word or place. */
type Measured = {
  readonly words: readonly Word[]
  readonly fit: LineFit
  /** The cost of ending a cue after each word. */
  readonly endCosts: readonly number[]
  readonly endsSentence: readonly boolean[]
  /** The number of words before each place that end a sentence. */
  readonly sentencesBefore: readonly number[]
}

function measureWords(words: readonly Word[], profile: Profile, phrases: Phrases): Measured {
  const ends = words.map(({ text }) => endsSentence(text))
  const sentencesBefore = [0]
  for (const [at, isEnd] of ends.entries()) sentencesBefore.push((sentencesBefore[at] ?? 0) + (isEnd ? 1 : 0))
  return {
    words,
    fit: fitLines(words, profile.maxCharsPerLine),
    endCosts: words.map((word, at) => costOfEnd(word, words[at + 1], phrases)),
    endsSentence: ends,
    sentencesBefore,
  }
}

/** The cheapest cut of the words before each place. */
function cheapestCuts(measured: Measured, profile: Profile): Cut[] {
  const { words, endCosts } = measured
  const cuts: Cut[] = [{ cost: 0, start: 0 }]
  for (let end = 1; end <= words.length; end++) {
    const lowest = lowestBreakCosts(measured, end)
    let best: Cut | undefined
    for (let start = end - 1; start >= 0; start--) {
      if (!canBeCue(measured, start, end, profile)) break
      const inside = insideCost(measured, start, end, profile)
      const cost =
        (cuts[start]?.cost ?? 0) + inside + lineCost(measured, lowest, start, end, profile) + (endCosts[end - 1] ?? 0)
      if (best === undefined || cost < best.cost) best = { cost, start }
    }
    cuts.push(best ?? { cost: cuts[end - 1]?.cost ?? 0, start: end - 1 })
  }
  return cuts
}

function costOfEnd(word: Word, next: Word | undefined, phrases: Phrases): number {
  return next === undefined || isLongPause(word, next) ? COST.sentence : boundaryCost(word, next, phrases)
}

function isLongPause(word: Word, next: Word): boolean {
  return next.t0 - word.t1 >= LONG_PAUSE_MS
}

/**
 * Whether words `start` to `end` can be one cue; if they cannot, no longer run with the same end can. The caller keeps
 * `end` and lowers `start`, so checking the newest word is enough. A single word always can.
 */
function canBeCue({ words, fit }: Measured, start: number, end: number, profile: Profile): boolean {
  if (end - start === 1) return true
  const [first, second, last] = [words[start], words[start + 1], words[end - 1]]
  if (first === undefined || second === undefined || last === undefined) return false
  const isTooWide = (at: number) => columnsBetween(fit, at, at + 1) > profile.maxCharsPerLine
  return (
    last.t1 - first.t0 <= profile.maxMs &&
    columnsBetween(fit, start, end) <= profile.maxCharsPerLine * profile.maxLines &&
    !isLongPause(first, second) &&
    !isTooWide(start) &&
    !isTooWide(end - 1) &&
    fitsInLines(fit, start, end, profile.maxLines)
  )
}

/** The cost of words `start` to `end` as one cue. */
function insideCost(measured: Measured, start: number, end: number, profile: Profile): number {
  const { words, fit, sentencesBefore } = measured
  const [first, last] = [words[start], words[end - 1]]
  if (first === undefined || last === undefined) return 0
  const columns = columnsBetween(fit, start, end)
  const shownMs =
    Math.max(last.t1, Math.min(first.t0 + profile.minMs, words[end]?.t0 ?? Number.POSITIVE_INFINITY)) - first.t0
  const sentencesInside = (sentencesBefore[end - 1] ?? 0) - (sentencesBefore[start] ?? 0)
  return (
    sentencesInside * 26 +
    tooFast(columns, shownMs, profile) +
    tooShort(shownMs, profile) +
    emptiness(columns, measured.endsSentence[end - 1] === true, profile)
  )
}

/**
 * The lowest cost of a line break before `end` that leaves the rest on one line: `[at - from]` for breaks after words
 * `from` to `at`.
 */
type LowestBreakCosts = { readonly from: number; readonly costs: readonly number[] }

function lowestBreakCosts({ fit, endCosts }: Measured, end: number): LowestBreakCosts {
  const from = Math.max(0, (fit.starts[end] ?? end) - 1)
  const costs: number[] = []
  for (let at = from; at < end; at++) costs.push(Math.min(costs.at(-1) ?? Number.POSITIVE_INFINITY, endCosts[at] ?? 0))
  return { from, costs }
}

/**
 * The cost of the best line break, if these words need one: a break after an article is as bad as a cut there.
 */
function lineCost({ fit }: Measured, lowest: LowestBreakCosts, start: number, end: number, profile: Profile): number {
  if (columnsBetween(fit, start, end) <= profile.maxCharsPerLine || profile.maxLines !== 2) return 0
  // The last word that still fits the first line.
  const until = (fit.ends[start] ?? start) - 1
  const cost = lowest.costs[until - lowest.from]
  return cost === undefined ? 0 : cost / 3
}

function tooFast(columns: number, shownMs: number, profile: Profile): number {
  const over = columns / (shownMs / 1_000) - profile.maxCps
  return over > 0 ? over * 4 : 0
}

function tooShort(shownMs: number, profile: Profile): number {
  return shownMs < profile.minMs ? ((profile.minMs - shownMs) / profile.minMs) * 60 : 0
}

/** Each cue has a base cost, and a nearly empty one costs more, except at the end of a sentence. */
function emptiness(columns: number, isSentenceEnd: boolean, profile: Profile): number {
  const missing = Math.max(0, 1 - columns / profile.maxCharsPerLine)
  return 10 + missing ** 2 * (isSentenceEnd ? 12 : 36)
}
