import { boundaryCost, COST, endsSentence } from './boundaries.ts'
import type { Cue, Word } from './document.ts'
import { breakLines } from './line-breaks.ts'
import { columnsBetween, fitLines, fitsInLines, type LineFit } from './line-fit.ts'
import { type Phrases, phrasesOf } from './phrases.ts'
import type { Profile } from './profiles.ts'

/** A silence inside a cue, ms, that always parts it. */
const LONG_PAUSE_MS = 1_200

/** The cheapest way found to cut the words before a place, and where its last cue starts. */
type Cut = { readonly cost: number; readonly start: number }

/**
 * Cuts words into cues by a profile: of all ways to cut them, the one with the least cost, found by
 * dynamic programming in time proportional to the words, whatever they say. No word is lost and none is moved.
 * @param lang BCP 47 tag; decides which words are articles, numbers, conjunctions
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

/** What the search asks about words again and again, worked out once for each word or place between two. */
type Measured = {
  readonly words: readonly Word[]
  readonly fit: LineFit
  /** What it costs to end a cue with each word. */
  readonly partings: readonly number[]
  readonly endsSentence: readonly boolean[]
  /** How many of the words before each place end a sentence. */
  readonly sentencesBefore: readonly number[]
}

function measureWords(words: readonly Word[], profile: Profile, phrases: Phrases): Measured {
  const ends = words.map(({ text }) => endsSentence(text))
  const sentencesBefore = [0]
  for (const [at, isEnd] of ends.entries()) sentencesBefore.push((sentencesBefore[at] ?? 0) + (isEnd ? 1 : 0))
  return {
    words,
    fit: fitLines(words, profile.maxCharsPerLine),
    partings: words.map((word, at) => partingCost(word, words[at + 1], phrases)),
    endsSentence: ends,
    sentencesBefore,
  }
}

/** For each place between words, the cheapest way to reach it. */
function cheapestCuts(measured: Measured, profile: Profile): Cut[] {
  const { words, partings } = measured
  const cuts: Cut[] = [{ cost: 0, start: 0 }]
  for (let end = 1; end <= words.length; end++) {
    const least = leastPartings(measured, end)
    let best: Cut | undefined
    for (let start = end - 1; start >= 0; start--) {
      if (!canBeCue(measured, start, end, profile)) break
      const inside = insideCost(measured, start, end, profile)
      const cost =
        (cuts[start]?.cost ?? 0) + inside + lineCost(measured, least, start, end, profile) + (partings[end - 1] ?? 0)
      if (best === undefined || cost < best.cost) best = { cost, start }
    }
    cuts.push(best ?? { cost: cuts[end - 1]?.cost ?? 0, start: end - 1 })
  }
  return cuts
}

function partingCost(word: Word, next: Word | undefined, phrases: Phrases): number {
  return next === undefined || isLongPause(word, next) ? COST.sentence : boundaryCost(word, next, phrases)
}

function isLongPause(word: Word, next: Word): boolean {
  return next.t0 - word.t1 >= LONG_PAUSE_MS
}

/**
 * Whether words `start` to `end` can be one cue; where they cannot, no longer run of words that ends there can. Asked
 * for one `end` with `start` going down, it looks at what each word adds. A single word always can.
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

/** What is wrong with words `start` to `end` as one cue. */
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
 * The least that a line break costs before `end` so that the rest fits one line: `[at - from]` for breaks after words
 * `from` to `at`.
 */
type LeastPartings = { readonly from: number; readonly costs: readonly number[] }

function leastPartings({ fit, partings }: Measured, end: number): LeastPartings {
  const from = Math.max(0, (fit.starts[end] ?? end) - 1)
  const costs: number[] = []
  for (let at = from; at < end; at++) costs.push(Math.min(costs.at(-1) ?? Number.POSITIVE_INFINITY, partings[at] ?? 0))
  return { from, costs }
}

/**
 * What the best place for a line break costs, when these words need one: a break after an article weighs as heavily as
 * a cut there.
 */
function lineCost({ fit }: Measured, least: LeastPartings, start: number, end: number, profile: Profile): number {
  if (columnsBetween(fit, start, end) <= profile.maxCharsPerLine || profile.maxLines !== 2) return 0
  // The last word that still fits the first line.
  const until = (fit.ends[start] ?? start) - 1
  const cost = least.costs[until - least.from]
  return cost === undefined ? 0 : cost / 3
}

function tooFast(columns: number, shownMs: number, profile: Profile): number {
  const over = columns / (shownMs / 1_000) - profile.maxCps
  return over > 0 ? over * 4 : 0
}

function tooShort(shownMs: number, profile: Profile): number {
  return shownMs < profile.minMs ? ((profile.minMs - shownMs) / profile.minMs) * 60 : 0
}

/** Each cue costs something, and a nearly empty one more: one word alone is for the end of a sentence. */
function emptiness(columns: number, isSentenceEnd: boolean, profile: Profile): number {
  const missing = Math.max(0, 1 - columns / profile.maxCharsPerLine)
  return 10 + missing ** 2 * (isSentenceEnd ? 12 : 36)
}
