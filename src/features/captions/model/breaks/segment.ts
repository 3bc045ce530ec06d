import { type Boundaries, boundariesOf, COST, endsSentence } from './boundaries.ts'
import type { Cue, Word } from '../document.ts'
import { breakLines } from './line-breaks.ts'
import { columnsBetween, fitLines, fitsInLines, type LineFit } from './line-fit.ts'
import { phrasesOf } from '../phrases/phrases-of.ts'
import type { Profile } from './profiles.ts'

/** Silence that always ends a cue, ms. */
const LONG_PAUSE_MS = 1_200
/** The cost of the end of a sentence inside a cue. */
const SENTENCE_INSIDE = 30
/** The cost of a line break, relative to that of ending a cue there: both lines are read at once. */
const LINE_SHARE = 0.5
/** The cost of each cue: fewer ones disturb less. */
const CUE = 5

/** The lowest cost of cutting the words before a place, and the start of the last cue of that cut. */
type Cut = { readonly cost: number; readonly start: number }

/**
 * Cuts words into cues by a profile, at the lowest total cost, by dynamic programming in linear time. Keeps all words
 * and their order.
 * @param lang BCP 47 tag; selects the articles, numbers and conjunctions
 */
export function segmentWords(words: readonly Word[], profile: Profile, lang: string): Cue[] {
  const boundaries = boundariesOf(words, phrasesOf(lang))
  const cuts = cheapestCuts(measureWords(words, profile, boundaries), profile)
  const cues: Cue[] = []
  for (let end = words.length; end > 0; end = cuts[end]?.start ?? 0) {
    const start = cuts[end]?.start ?? 0
    const inCue = words.slice(start, end)
    const [first] = inCue
    const last = inCue.at(-1)
    if (first !== undefined && last !== undefined)
      cues.push({
        id: '',
        from: first.id,
        to: last.id,
        breaks: breakLines(inCue, profile, boundaries.costs.slice(start, end)),
      })
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
  /** The sum of the strengths of the boundaries before each place. */
  readonly strengthBefore: readonly number[]
}

function measureWords(words: readonly Word[], profile: Profile, { costs, strengths }: Boundaries): Measured {
  const strengthBefore = [0]
  for (const [at, strength] of strengths.entries()) strengthBefore.push((strengthBefore[at] ?? 0) + strength)
  return {
    words,
    fit: fitLines(words, profile.maxCharsPerLine),
    endCosts: words.map((word, at) => (isHardBreak(word, words[at + 1]) ? COST.sentence : (costs[at] ?? 0))),
    endsSentence: words.map(({ text }) => endsSentence(text)),
    strengthBefore,
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

/** Whether a cue always ends between two words: at a long pause, or where somebody else speaks. */
function isHardBreak(word: Word, next: Word | undefined): boolean {
  return next !== undefined && (next.t0 - word.t1 >= LONG_PAUSE_MS || next.speaker !== word.speaker)
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
    !isHardBreak(first, second) &&
    !isTooWide(start) &&
    !isTooWide(end - 1) &&
    fitsInLines(fit, start, end, profile.maxLines)
  )
}

/** The cost of words `start` to `end` as one cue. */
function insideCost(measured: Measured, start: number, end: number, profile: Profile): number {
  const { words, fit, strengthBefore } = measured
  const [first, last] = [words[start], words[end - 1]]
  if (first === undefined || last === undefined) return 0
  const columns = columnsBetween(fit, start, end)
  const shownMs = shownFor({ first, last, next: words[end] }, profile)
  const strengthInside = (strengthBefore[end - 1] ?? 0) - (strengthBefore[start] ?? 0)
  return (
    strengthInside * SENTENCE_INSIDE +
    tooFast(columns, shownMs, profile) +
    tooShort(shownMs, profile) +
    emptiness(columns, measured.endsSentence[end - 1] === true, profile)
  )
}

/** How long a cue of these words can be on screen, as `cueSpan` shows it, ms. */
function shownFor(
  { first, last, next }: { first: Word; last: Word; next: Word | undefined },
  { minMs, gapMs, maxExtensionMs }: Profile,
): number {
  const latest = next === undefined ? Number.POSITIVE_INFINITY : next.t0 - gapMs
  return Math.min(latest, Math.max(last.t1 + maxExtensionMs, first.t0 + minMs)) - first.t0
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
  return cost === undefined ? 0 : cost * LINE_SHARE
}

/** Columns too many for the time that a cue is on screen; never more than a bad break costs. */
function tooFast(columns: number, shownMs: number, profile: Profile): number {
  const over = columns - (profile.maxCps * shownMs) / 1_000
  return over > 0 ? Math.min(30, over * 2) : 0
}

function tooShort(shownMs: number, profile: Profile): number {
  return shownMs < profile.minMs ? 60 + ((profile.minMs - shownMs) / profile.minMs) * 300 : 0
}

/** Each cue has a base cost, and a nearly empty one costs more, except at the end of a sentence. */
function emptiness(columns: number, isSentenceEnd: boolean, profile: Profile): number {
  const missing = Math.max(0, 1 - columns / profile.maxCharsPerLine)
  return CUE + missing ** 2 * (isSentenceEnd ? 12 : 36)
}
