import { changedRange, isRangeKnown, replaceRange } from '#platform/shared/changed-range.ts'
import { spanBetween } from './cue-span.ts'
import { type CaptionDocument, type Cue, cuesOf, type MediaFacts, type Word } from '../document.ts'
import type { Span } from './spans.ts'

/** A cue with its words and its time on screen. The same object while nothing in it changes. */
export type TimedCue = Span & { readonly cue: Cue; readonly words: readonly Word[] }

/** The result for one version of a document, reused for others. */
type Known = {
  readonly words: readonly Word[]
  readonly cues: readonly Cue[]
  readonly qc: CaptionDocument['qc']
  readonly timed: readonly TimedCue[]
  /** For each cue, the index of its first word in `words`. */
  readonly starts: readonly number[]
}

/**
 * The version derived last and the one it was derived from, which each frame of a drag edits. Keyed by the facts of
 * the video: all versions of a document share that object.
 */
const lastKnown = new WeakMap<MediaFacts, readonly Known[]>()

/**
 * The cues of the main track in media order, each with its words and its time on screen. The list and its items keep
 * their identity across edits that do not change them. After an edit only the cues around it are rebuilt.
 */
export function timedCuesOf(doc: CaptionDocument): readonly TimedCue[] {
  const versions = lastKnown.get(doc.media) ?? []
  const { words, qc } = doc
  const cues = cuesOf(doc)
  const same = versions.find((each) => each.words === words && each.cues === cues && hasSameLimits(each, doc))
  if (same !== undefined) return same.timed
  const edited = versions.find((each) => isRangeKnown(each.words, words) && isRangeKnown(each.cues, cues))
  const base = edited ?? versions[0]
  const next = base === undefined ? timeCues(doc, { from: 0, to: cues.length }, 0) : updated(base, doc)
  const made = { words, cues, qc, ...next }
  lastKnown.set(doc.media, base === undefined ? [made] : [made, base])
  return next.timed
}

function hasSameLimits({ qc }: Known, doc: CaptionDocument): boolean {
  return qc.profile === doc.qc.profile && qc.limits === doc.qc.limits
}

type Timed = Pick<Known, 'timed' | 'starts'>

/** Reuses the cues before and after the edit, and rebuilds those between; all of them if the limits changed. */
function updated(known: Known, doc: CaptionDocument): Timed {
  const isTimedAlike = hasSameLimits(known, doc)
  const words = changedRange(known.words, doc.words)
  const cues = changedRange(known.cues, cuesOf(doc))
  const hasSameWords = known.words === doc.words
  // Equal lists have no place where they differ, before which or after which a cue could be.
  const hasSameCues = cues.start === known.cues.length && cues.start === cues.endAfter
  // The time of a cue also depends on the whole cue after it.
  const isKnown = (at: number) =>
    isTimedAlike &&
    at < known.cues.length &&
    (hasSameCues || at + 1 < cues.start) &&
    (hasSameWords || (known.starts[at + 2] ?? known.words.length) <= words.start)
  const from = countWhile(known.cues.length, isKnown)
  // It depends on the word before it, too.
  const isKnownAgain = (at: number) =>
    isTimedAlike &&
    at >= from &&
    (hasSameCues || at >= cues.endBefore) &&
    (hasSameWords || (known.starts[at] ?? 0) > words.endBefore)
  const stay = countWhile(known.cues.length, (back) => isKnownAgain(known.cues.length - 1 - back))
  const to = known.cues.length - stay
  const made = timeCues(doc, { from, to: cuesOf(doc).length - stay }, known.starts[from] ?? 0)
  const before = new Map(known.timed.slice(from, to).map((each) => [each.cue, each]))
  const shift = doc.words.length - known.words.length
  const timed = made.timed.map((each) => sameAs(before.get(each.cue), each))
  const range = { start: from, endBefore: to }
  return {
    timed: replaceRange(known.timed, range, timed),
    starts: replaceStarts(known.starts, range, { inserted: made.starts, shift }),
  }
}

/** The places of first words after an edit; the same list if none has moved. */
function replaceStarts(
  starts: readonly number[],
  { start, endBefore }: { readonly start: number; readonly endBefore: number },
  { inserted, shift }: { readonly inserted: readonly number[]; readonly shift: number },
): readonly number[] {
  const hasSamePlaces = shift === 0 && inserted.length === endBefore - start
  if (hasSamePlaces && inserted.every((place, at) => place === starts[start + at])) return starts
  return [...starts.slice(0, start), ...inserted, ...starts.slice(endBefore).map((place) => place + shift)]
}

/** How many of the first indexes below `end` meet a condition that none meets after the first that does not. */
function countWhile(end: number, isMet: (at: number) => boolean): number {
  let [low, high] = [0, end]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isMet(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** @param start the index of the first word of the first cue */
function timeCues(doc: CaptionDocument, { from, to }: { from: number; to: number }, start: number): Timed {
  const starts: number[] = []
  const timed: TimedCue[] = []
  let place = start
  let shown = cueFrom(doc, from, place)
  for (let at = from; at < to && shown !== undefined; at++) {
    const next = cueFrom(doc, at + 1, place + shown.words.length)
    timed.push({ ...shown, ...spanBetween(doc, shown, { before: doc.words[place - 1], next }) })
    starts.push(place)
    place += shown.words.length
    shown = next
  }
  return { timed, starts }
}

/** A cue with its words, of which the first is at index `place`. */
function cueFrom(doc: CaptionDocument, at: number, place: number): Pick<TimedCue, 'cue' | 'words'> | undefined {
  const cue = cuesOf(doc)[at]
  return cue && { cue, words: wordsFrom(doc, place, cue) }
}

/** The words of a cue that starts at index `place`. @throws RangeError when its last word does not follow */
function wordsFrom({ words }: CaptionDocument, place: number, cue: Cue): readonly Word[] {
  let end = place
  while (end < words.length && words[end]?.id !== cue.to) end += 1
  if (end === words.length) throw new RangeError(`cue ${cue.id} has no words in this document`)
  return words.slice(place, end + 1)
}

/** The previous object if nothing in it changed. */
function sameAs(before: TimedCue | undefined, now: TimedCue): TimedCue {
  if (before === undefined || before.t0 !== now.t0 || before.t1 !== now.t1) return now
  const isSame = before.words.length === now.words.length && now.words.every((word, at) => word === before.words[at])
  return isSame ? before : now
}
