import {
  type CaptionDocument,
  type Command,
  type Cue,
  cueIndex,
  cueOfWord,
  cueSpan,
  cuesOf,
  type EdgeRange,
  edgeRanges,
  type Word,
  wordIndex,
  wordIndexAtTime,
} from '../../model/index.ts'
import { splitBefore } from './word-edits.ts'

/** An edge of a word or a caption. */
export type Edge = 't0' | 't1'

/**
 * The command that sets when a caption appears (`t0`) or disappears (`t1`), as far as its words and neighbours allow;
 * null lets the words decide.
 */
export function moveCueEdge(doc: CaptionDocument, cue: Cue, edge: Edge, tMs: number | null): Command[] {
  const wanted = tMs === null ? undefined : clampTo(edgeRanges(doc, cue)[edge], tMs)
  const same = wanted === undefined ? cue[edge] === undefined : cueSpan(doc, cue)[edge] === wanted
  if (same) return []
  return [{ type: 'setCueTimes', cues: [handTimes(cue, edge, wanted)] }]
}

/** The command that moves the edge between a caption and the next one, so that no gap is left. */
export function rollCues(doc: CaptionDocument, cue: Cue, tMs: number): Command[] {
  const next = cuesOf(doc)[cueIndex(doc, cue.id) + 1]
  if (next === undefined) return moveCueEdge(doc, cue, 't1', tMs)
  const start = edgeRanges(doc, next).t0
  const t = clampTo({ min: Math.max(edgeRanges(doc, cue).t1.min, start.min), max: start.max }, tMs)
  if (cueSpan(doc, cue).t1 === t && cueSpan(doc, next).t0 === t) return []
  return [{ type: 'setCueTimes', cues: [handTimes(cue, 't1', t), handTimes(next, 't0', t)] }]
}

/** The command that moves the edge between a word and the one before it; both end and start there. */
export function rollWords(doc: CaptionDocument, word: Word, tMs: number): Command[] {
  const before = doc.words[wordIndex(doc, word.id) - 1]
  if (before === undefined) return []
  const t = clampTo({ min: before.t0 + 1, max: word.t1 - 1 }, tMs)
  if (before.t1 === t && word.t0 === t) return []
  return [
    {
      type: 'retimeWords',
      words: [
        { id: before.id, t0: before.t0, t1: t },
        { id: word.id, t0: t, t1: word.t1 },
      ],
    },
  ]
}

/** The command that moves neighbouring words by an offset, ms, as far as the words around them and the video allow. */
export function nudgeWords(doc: CaptionDocument, ids: readonly string[], byMs: number): Command[] {
  const start = wordIndex(doc, ids[0] ?? '')
  const words = doc.words.slice(Math.max(0, start), start + ids.length)
  const [first] = words
  const last = words.at(-1)
  if (first === undefined || last === undefined) return []
  const earliest = (doc.words[start - 1]?.t1 ?? 0) - first.t0
  const latest = (doc.words[start + words.length]?.t0 ?? Math.max(doc.media.durMs, last.t1)) - last.t1
  const by = clampTo({ min: earliest, max: latest }, byMs)
  if (by === 0) return []
  return [{ type: 'retimeWords', words: words.map(({ id, t0, t1 }) => ({ id, t0: t0 + by, t1: t1 + by })) }]
}

/** The command that splits the caption at a time: before the word whose start is nearest. */
export function splitAt(doc: CaptionDocument, tMs: number): Command[] {
  const place = wordIndexAtTime(doc, tMs)
  const [word, next] = [doc.words[place], doc.words[place + 1]]
  const isLate = word !== undefined && next !== undefined && next.t0 - tMs < tMs - word.t0
  const before = isLate ? next : word
  return before === undefined ? [] : splitBefore(doc, before.id)
}

/** The caption of the selected word, else the one at a time; undefined if there are no words. */
export function chosenCue(doc: CaptionDocument, focus: string | null, tMs: number): Cue | undefined {
  const word = doc.words[Math.max(0, wordIndexAtTime(doc, tMs))]
  return cueOfWord(doc, focus ?? '') ?? (word && cueOfWord(doc, word.id))
}

/** The times by hand with one changed; the other is dropped if it no longer fits. */
function handTimes(cue: Cue, edge: Edge, wanted: number | undefined) {
  const other = edge === 't0' ? cue.t1 : cue.t0
  const isForward = wanted === undefined || other === undefined || (edge === 't0' ? wanted < other : other < wanted)
  const [set, kept] = [wanted ?? null, isForward ? (other ?? null) : null]
  return edge === 't0' ? { cueId: cue.id, t0: set, t1: kept } : { cueId: cue.id, t0: kept, t1: set }
}

function clampTo({ min, max }: EdgeRange, tMs: number): number {
  return Math.max(min, Math.min(Math.round(tMs), max))
}
