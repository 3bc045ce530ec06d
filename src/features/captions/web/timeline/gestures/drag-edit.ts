import {
  applyCommands,
  type CaptionDocument,
  type Command,
  cueIndex,
  cueIndexAt,
  cueSpan,
  cuesOf,
  type Span,
  type Word,
  wordIndex,
} from '../../../model/index.ts'
import { moveCueEdge, rollCues, rollWords } from '../../store/time-edits.ts'

/** What a drag moves: words from one to another, or one edge of a word or a caption. */
export type Grip =
  | { readonly on: 'words'; readonly from: string; readonly to: string }
  | { readonly on: 'word-edge'; readonly wordId: string; readonly edge: 't0' | 't1' }
  | { readonly on: 'cue-edge'; readonly cueId: string; readonly edge: 't0' | 't1' }

/**
 * What a drag does to its neighbours: they stay and limit it (`block`), all later words move along (`ripple`), or the
 * edge that a dragged edge touches moves with it (`roll`).
 */
export type DragMode = 'block' | 'ripple' | 'roll'

/** The captions while something is dragged, without an edit. */
export type DragPreview = {
  /** The captions without the words that only move along. */
  readonly doc: CaptionDocument
  /** Words that move along, from this index on. */
  readonly shift: { readonly from: number; readonly byMs: number } | null
  /** A word before them that changes its end. */
  readonly resized: { readonly index: number; readonly span: Span } | null
}

/** The result of a drag over some distance. */
export type DragPlan = {
  /** The edit; empty if nothing moves. */
  readonly commands: Command[]
  /** The distance that there is room for, whole ms. */
  readonly byMs: number
  /** Applies the edit, which takes longer than to plan it. */
  preview(): DragPreview
}

/** Minimum length of a word that is dragged shorter, ms. */
export const LEAST_WORD_MS = 20

/** The times of the edges that move with a grip; undefined when its words or caption are gone. */
export function movingEdges(doc: CaptionDocument, grip: Grip): readonly number[] | undefined {
  if (grip.on === 'cue-edge') {
    const cue = cuesOf(doc)[cueIndex(doc, grip.cueId)]
    return cue && [cueSpan(doc, cue)[grip.edge]]
  }
  const range = wordRange(doc, grip)
  if (range === undefined) return undefined
  return grip.on === 'word-edge' ? [range.first[grip.edge]] : [range.first.t0, range.last.t1]
}

/** The indexes of the words that a grip moves, inclusive; undefined for none, or when they are gone. */
export function wordRange(
  doc: CaptionDocument,
  grip: Grip,
): { readonly from: number; readonly to: number; readonly first: Word; readonly last: Word } | undefined {
  if (grip.on === 'cue-edge') return undefined
  const ends = grip.on === 'words' ? [grip.from, grip.to] : [grip.wordId, grip.wordId]
  const [from = -1, to = -1] = ends.map((id) => wordIndex(doc, id)).toSorted((a, b) => a - b)
  const [first, last] = [doc.words[from], doc.words[to]]
  return first === undefined || last === undefined ? undefined : { from, to, first, last }
}

/** The indexes of all words whose edges move with a grip, inclusive: those of the grip, and a neighbour that rolls. */
export function movingRange(
  doc: CaptionDocument,
  grip: Grip,
  mode: DragMode,
): { readonly from: number; readonly to: number } | undefined {
  const range = wordRange(doc, grip)
  if (range === undefined || grip.on !== 'word-edge' || mode !== 'roll') return range
  return grip.edge === 't0'
    ? { from: Math.max(0, range.from - 1), to: range.to }
    : { from: range.from, to: range.to + 1 }
}

/**
 * Moves a grip as far as there is room.
 * @returns undefined when its words are gone
 */
export function planDrag(doc: CaptionDocument, grip: Grip, wantedMs: number, mode: DragMode): DragPlan | undefined {
  if (grip.on === 'cue-edge') return planCueEdge(doc, grip, { wantedMs, isRolled: mode === 'roll' })
  const range = wordRange(doc, grip)
  if (range === undefined) return undefined
  if (grip.on === 'word-edge' && mode === 'roll') return rollEdge(doc, range, { edge: grip.edge, wantedMs })
  if (grip.on === 'words') return mode === 'ripple' ? rippleFrom(doc, range, wantedMs) : moveWords(doc, range, wantedMs)
  const isRipple = mode === 'ripple' && grip.edge === 't1' && range.to < doc.words.length - 1
  return isRipple ? rippleEnd(doc, range, wantedMs) : moveEdge(doc, range, { edge: grip.edge, wantedMs })
}

type Range = NonNullable<ReturnType<typeof wordRange>>

/** Moves words between their neighbours. */
function moveWords(doc: CaptionDocument, { from, to, first, last }: Range, wantedMs: number): DragPlan {
  const earliest = (doc.words[from - 1]?.t1 ?? 0) - first.t0
  const latest = (doc.words[to + 1]?.t0 ?? Math.max(doc.media.durMs, last.t1)) - last.t1
  const byMs = limit(wantedMs, earliest, latest)
  if (byMs === 0) return unmoved(doc)
  const words = doc.words.slice(from, to + 1).map(({ id, t0, t1 }) => ({ id, t0: t0 + byMs, t1: t1 + byMs }))
  return edited(doc, [{ type: 'retimeWords', words }, ...moveHandTimes(doc, { from, to }, byMs)], byMs)
}

/** Captions that move as a whole keep their times by hand relative to their words. */
function moveHandTimes(doc: CaptionDocument, { from, to }: Pick<Range, 'from' | 'to'>, byMs: number): Command[] {
  const cues = cuesOf(doc)
    .slice(cueIndexAt(doc, from), cueIndexAt(doc, to) + 1)
    .filter((cue) => cue.t0 !== undefined || cue.t1 !== undefined)
    .filter((cue) => wordIndex(doc, cue.from) >= from && wordIndex(doc, cue.to) <= to)
  const move = (tMs: number | undefined) => (tMs === undefined ? null : Math.max(0, tMs + byMs))
  if (cues.length === 0) return []
  return [{ type: 'setCueTimes', cues: cues.map(({ id, t0, t1 }) => ({ cueId: id, t0: move(t0), t1: move(t1) })) }]
}

/** Sets when a caption appears or disappears, as far as its words and neighbours allow. */
function planCueEdge(
  doc: CaptionDocument,
  { cueId, edge }: Grip & { on: 'cue-edge' },
  { wantedMs, isRolled }: { wantedMs: number; isRolled: boolean },
): DragPlan | undefined {
  const at = cueIndex(doc, cueId)
  const cue = cuesOf(doc)[at]
  if (cue === undefined) return undefined
  const before = cueSpan(doc, cue)[edge]
  const [earlier, later] = edge === 't0' ? [cuesOf(doc)[at - 1], cue] : [cue, cuesOf(doc)[at + 1]]
  const isShared = earlier !== undefined && later !== undefined && cueSpan(doc, earlier).t1 === cueSpan(doc, later).t0
  const commands =
    isRolled && isShared ? rollCues(doc, earlier, before + wantedMs) : moveCueEdge(doc, cue, edge, before + wantedMs)
  if (commands.length === 0) return unmoved(doc)
  // What an edge has room for is known once it has moved.
  const preview = edited(doc, commands, 0).preview()
  const after = cuesOf(preview.doc)[cueIndex(preview.doc, cueId)]
  const byMs = after === undefined ? 0 : cueSpan(preview.doc, after)[edge] - before
  return { commands, byMs, preview: () => preview }
}

/** Moves one edge of a word between the other edge and the neighbour. */
function moveEdge(
  doc: CaptionDocument,
  { from, first: word }: Range,
  { edge, wantedMs }: { edge: 't0' | 't1'; wantedMs: number },
): DragPlan {
  const least = leastOf(word)
  const [earliest, latest] =
    edge === 't0'
      ? [doc.words[from - 1]?.t1 ?? 0, word.t1 - least]
      : [word.t0 + least, doc.words[from + 1]?.t0 ?? Math.max(doc.media.durMs, word.t1)]
  const byMs = limit(wantedMs, earliest - word[edge], latest - word[edge])
  if (byMs === 0) return unmoved(doc)
  const { id, t0, t1 } = word
  const moved = edge === 't0' ? { id, t0: t0 + byMs, t1 } : { id, t0, t1: t1 + byMs }
  return edited(doc, [{ type: 'retimeWords', words: [moved] }], byMs)
}

/** Moves one edge of a word together with the edge of a neighbour that touches it. */
function rollEdge(
  doc: CaptionDocument,
  range: Range,
  { edge, wantedMs }: { edge: 't0' | 't1'; wantedMs: number },
): DragPlan {
  const { from, first: word } = range
  const [earlier, later] = edge === 't0' ? [doc.words[from - 1], word] : [word, doc.words[from + 1]]
  if (earlier === undefined || earlier.t1 !== later?.t0) return moveEdge(doc, range, { edge, wantedMs })
  const byMs = limit(wantedMs, leastOf(earlier) - (earlier.t1 - earlier.t0), later.t1 - later.t0 - leastOf(later))
  return byMs === 0 ? unmoved(doc) : edited(doc, rollWords(doc, later, later.t0 + byMs), byMs)
}

/** Moves words and all words after them. */
function rippleFrom(doc: CaptionDocument, { from, first }: Range, wantedMs: number): DragPlan {
  const byMs = limit(wantedMs, (doc.words[from - 1]?.t1 ?? 0) - first.t0, roomAtEnd(doc))
  if (byMs === 0) return unmoved(doc)
  return {
    commands: [{ type: 'shiftWords', from: first.id, byMs }],
    byMs,
    preview: () => ({ doc, shift: { from, byMs }, resized: null }),
  }
}

/** Moves the end of a word and all words after it. */
function rippleEnd(doc: CaptionDocument, { from, first: word }: Range, wantedMs: number): DragPlan {
  const byMs = limit(wantedMs, leastOf(word) - (word.t1 - word.t0), roomAtEnd(doc))
  const next = doc.words[from + 1]
  if (byMs === 0 || next === undefined) return unmoved(doc)
  const span = { t0: word.t0, t1: word.t1 + byMs }
  const resize: Command = { type: 'retimeWords', words: [{ id: word.id, ...span }] }
  const shift: Command = { type: 'shiftWords', from: next.id, byMs }
  return {
    // Each command must find room: a longer word needs the others moved before.
    commands: byMs > 0 ? [shift, resize] : [resize, shift],
    byMs,
    preview: () => ({ doc, shift: { from: from + 1, byMs }, resized: { index: from, span } }),
  }
}

function edited(doc: CaptionDocument, commands: Command[], byMs: number): DragPlan {
  return { commands, byMs, preview: () => ({ doc: applyCommands(doc, commands).doc, shift: null, resized: null }) }
}

function unmoved(doc: CaptionDocument): DragPlan {
  return { commands: [], byMs: 0, preview: () => ({ doc, shift: null, resized: null }) }
}

function leastOf({ t0, t1 }: Word): number {
  return Math.min(LEAST_WORD_MS, t1 - t0)
}

/** How far all later words can move, ms: until the last one reaches the end of the video. */
function roomAtEnd(doc: CaptionDocument): number {
  const end = doc.words.at(-1)?.t1 ?? 0
  return Math.max(doc.media.durMs, end) - end
}

function limit(wantedMs: number, earliest: number, latest: number): number {
  // Never −0, which is not equal to 0 for every comparison.
  return Math.min(Math.max(Math.round(wantedMs), earliest), latest) + 0
}

/** The span of a word in a preview. */
export function previewSpan({ doc, shift, resized }: DragPreview, index: number): Span | undefined {
  if (resized?.index === index) return resized.span
  const word = doc.words[index]
  if (word === undefined || shift === null || index < shift.from) return word
  return { t0: word.t0 + shift.byMs, t1: word.t1 + shift.byMs }
}
