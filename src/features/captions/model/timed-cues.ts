import { changedRange } from './changed-range.ts'
import { type CaptionDocument, type Cue, cuesOf, type MediaFacts, type ProfileId, type Word } from './document.ts'
import { type Span, spanBetween } from './spans.ts'

/** A cue with its words and its time on screen. The same object as long as nothing in it changes. */
export type TimedCue = Span & { readonly cue: Cue; readonly words: readonly Word[] }

/** The result for one version of a document, from which that of the next is made. */
type Known = {
  readonly words: readonly Word[]
  readonly cues: readonly Cue[]
  readonly profile: ProfileId
  readonly timed: readonly TimedCue[]
  /** For each cue, the place of its first word in `words`. */
  readonly starts: readonly number[]
}

/** By the facts of the video: all versions of a document share that object. */
const lastKnown = new WeakMap<MediaFacts, Known>()

/**
 * The cues of the main track in media order, each with its words and its time on screen. The list and its items keep
 * their identity across edits that do not change them. After an edit only the cues around it are made again.
 */
export function timedCuesOf(doc: CaptionDocument): readonly TimedCue[] {
  const known = lastKnown.get(doc.media)
  const { words } = doc
  const cues = cuesOf(doc)
  const { profile } = doc.qc
  if (known?.words === words && known.cues === cues && known.profile === profile) return known.timed
  const next = known?.profile === profile ? updated(known, doc) : timed(doc, NOTHING, { from: 0, to: cues.length })
  lastKnown.set(doc.media, { words, cues, profile, ...next })
  return next.timed
}

type Timed = Pick<Known, 'timed' | 'starts'>
const NOTHING: Timed & { readonly shift: number } = { timed: [], starts: [], shift: 0 }

/** Keeps the cues before and after the edit, and makes those between them. */
function updated(known: Known, doc: CaptionDocument): Timed {
  const words = changedRange(known.words, doc.words)
  const cues = changedRange(known.cues, cuesOf(doc))
  const count = known.cues.length
  // The time of a cue also depends on the word behind it.
  let from = 0
  while (from < cues.start && (known.starts[from + 1] ?? known.words.length) < words.start) from += 1
  let to = count
  while (to > Math.max(cues.endBefore, from) && (known.starts[to - 1] ?? 0) >= words.endBefore) to -= 1
  if (from === count && to === count && cuesOf(doc).length === count) return known
  return timed(doc, { ...known, shift: doc.words.length - known.words.length }, { from, to })
}

/**
 * @param known the version before, of which the cues before `from` and those from `to` on stay
 * @param known.shift how many places its last words moved
 */
function timed(
  doc: CaptionDocument,
  known: typeof NOTHING | (Known & { readonly shift: number }),
  { from, to }: { from: number; to: number },
): Timed {
  const cues = cuesOf(doc)
  const before = new Map(known.timed.slice(from, to).map((each) => [each.cue, each]))
  const kept = known.timed.length - Math.min(to, known.timed.length)
  const made: TimedCue[] = []
  const starts = known.starts.slice(0, from)
  let place = from === 0 ? 0 : (known.starts[from] ?? doc.words.length)
  for (const cue of cues.slice(from, cues.length - kept)) {
    const words = wordsFrom(doc, place, cue)
    const next = { cue, words, ...spanBetween(doc, words, doc.words[place + words.length]) }
    const same = before.get(cue)
    made.push(same !== undefined && isSame(same, next) ? same : next)
    starts.push(place)
    place += words.length
  }
  for (const start of known.starts.slice(known.starts.length - kept)) starts.push(start + known.shift)
  return { timed: [...known.timed.slice(0, from), ...made, ...known.timed.slice(known.timed.length - kept)], starts }
}

/** The words of a cue that begins at `place`. @throws RangeError when its last word does not follow */
function wordsFrom({ words }: CaptionDocument, place: number, cue: Cue): readonly Word[] {
  let end = place
  while (end < words.length && words[end]?.id !== cue.to) end += 1
  if (end === words.length) throw new RangeError(`cue ${cue.id} has no words in this document`)
  return words.slice(place, end + 1)
}

function isSame(one: TimedCue, other: TimedCue): boolean {
  const isSameSpan = one.t0 === other.t0 && one.t1 === other.t1
  return isSameSpan && one.words.length === other.words.length && one.words.every((word, at) => word === other.words[at])
}
