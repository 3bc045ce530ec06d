import { type CaptionDocument, type Cue, cuesOf, type Word } from '../document.ts'
import { PROFILES } from '../breaks/profiles.ts'
import { cueIndex, type Span, wordIndex, wordsOf } from './spans.ts'
import { textWidth } from '../breaks/text-width.ts'

/** A cue with its words, at least one. */
export type CueWords = { readonly cue: Cue; readonly words: readonly Word[] }

/** What stands beside a cue: the word before its first, and the cue after it. */
type Neighbours = { readonly before: Word | undefined; readonly next: CueWords | undefined }

/** When a cue is on screen; see `spanBetween`. @throws RangeError when its words are not in the document */
export function cueSpan(doc: CaptionDocument, cue: Cue): Span {
  return spanBetween(doc, withWords(doc, cue), neighboursOf(doc, cue))
}

/**
 * When a cue is on screen. By its words: from its first word, or the lead-in before it, to its last, extended to the
 * linger time, to the minimum time, to the time that reading it takes, and over a short pause to the next cue. Ends at
 * least the gap of the profile before the next cue, but is never cut by more than half. A time set by hand
 * replaces either end while the cue still shows some of its words: a start until the middle of its last word, an end
 * after the start of its first. Cues never overlap: the start of the next one, at the earliest in the middle of the
 * word before it, ends this one.
 */
export function spanBetween(doc: CaptionDocument, shown: CueWords, { before, next }: Neighbours): Span {
  const { first, last } = edgesOf(shown)
  const { minMs, gapMs, chainMs, lingerMs, maxCps, maxExtensionMs } = timeLimitsOf(doc)
  const t0 = startOf(doc, shown, before)
  const nextStart = next && startOf(doc, next, last)
  const latest = nextStart ?? Math.max(doc.media.durMs, last.t1)
  const { t1 } = shown.cue
  if (t1 !== undefined && t1 > first.t0) return { t0, t1: Math.min(t1, latest) }
  const readUntil = Math.min(t0 + readingMs(shown.words, maxCps), last.t1 + maxExtensionMs)
  const wanted = Math.max(last.t1 + lingerMs, t0 + minMs, readUntil)
  if (nextStart === undefined) return { t0, t1: Math.min(wanted, latest) }
  const apart = Math.max(nextStart - gapMs, Math.ceil((t0 + nextStart) / 2))
  const isChained = nextStart - wanted < chainMs
  return { t0, t1: isChained ? apart : Math.min(wanted, apart) }
}

/** The earliest and latest time of an edge, ms. */
export type EdgeRange = { readonly min: number; readonly max: number }

/**
 * The range in which a time set by hand takes effect, for each edge of a cue whose other edge stays. An edge beyond it
 * would leave the cue without its words, or cover a neighbour. A start may cut the end of the cue before.
 */
export function edgeRanges(doc: CaptionDocument, cue: Cue): { readonly t0: EdgeRange; readonly t1: EdgeRange } {
  const { before, next } = neighboursOf(doc, cue)
  const shown = withWords(doc, cue)
  const { first, last } = edgesOf(shown)
  const { t0, t1 } = spanBetween(doc, shown, { before, next })
  return {
    t0: { min: earliestAfter(before), max: Math.min(middleOf(last), t1 - 1) },
    t1: {
      min: Math.max(first.t0, t0) + 1,
      max: next === undefined ? Math.max(doc.media.durMs, last.t1) : startOf(doc, next, last),
    },
  }
}

function neighboursOf(doc: CaptionDocument, cue: Cue): Neighbours {
  const next = cuesOf(doc)[cueIndex(doc, cue.id) + 1]
  return { before: doc.words[wordIndex(doc, cue.from) - 1], next: next && withWords(doc, next) }
}

function withWords(doc: CaptionDocument, cue: Cue): CueWords {
  return { cue, words: wordsOf(doc, cue) }
}

/** When a cue begins; later than the middle of the word before it, at the latest in the middle of its last word. */
function startOf(doc: CaptionDocument, shown: CueWords, before: Word | undefined): number {
  const { first, last } = edgesOf(shown)
  const { t0 } = shown.cue
  if (t0 !== undefined && t0 <= middleOf(last)) return Math.max(t0, earliestAfter(before))
  return Math.max(first.t0 - timeLimitsOf(doc).leadInMs, before?.t1 ?? 0)
}

/** The earliest start of a cue that follows this word, ms. */
function earliestAfter(before: Word | undefined): number {
  return before === undefined ? 0 : middleOf(before) + 1
}

/** The time that reading these words takes, ms. @param maxCps columns a second */
function readingMs(words: readonly Word[], maxCps: number): number {
  const columns = words.reduce(
    (sum, { text, join }, at) => sum + textWidth(text) + (at > 0 && join === 'space' ? 1 : 0),
    0,
  )
  return Math.ceil((columns * 1_000) / maxCps)
}

function middleOf({ t0, t1 }: Word): number {
  return Math.floor((t0 + t1) / 2)
}

function edgesOf({ cue, words }: CueWords): { readonly first: Word; readonly last: Word } {
  const [first] = words
  const last = words.at(-1)
  if (first === undefined || last === undefined) throw new RangeError(`cue ${cue.id} has no words in this document`)
  return { first, last }
}

/** The limits of times in force: those of the document, else those of its profile. */
function timeLimitsOf({ qc: { profile, limits } }: CaptionDocument) {
  const { minMs, gapMs, chainMs, maxCps, maxExtensionMs } = PROFILES[profile]
  return {
    maxCps: limits?.maxCps ?? maxCps,
    maxExtensionMs,
    minMs: limits?.minMs ?? minMs,
    gapMs: limits?.gapMs ?? gapMs,
    chainMs: limits?.chainMs ?? chainMs,
    leadInMs: limits?.leadInMs ?? 0,
    lingerMs: limits?.lingerMs ?? 0,
  }
}
