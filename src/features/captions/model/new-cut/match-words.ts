import type { Word } from '../document.ts'
import { matchBlocks } from './matching-blocks.ts'
import { areSimilar, recognisedKey, isSameWord } from './similar-words.ts'
import { shareSpan } from '../timing/timing.ts'

/** One word of a new cut, in its order. */
export type CutWord =
  /** Said in both: an index in each. `t1` is its end, ms, if it is longer than the recognised word. */
  | { readonly kind: 'kept'; readonly before: number; readonly after: number; readonly t1?: number }
  /** Of the earlier cut, in a stretch of the same sound that was recognised otherwise this time. */
  | { readonly kind: 'held'; readonly before: number; readonly t0: number; readonly t1: number }
  /** Said in the new cut only. */
  | { readonly kind: 'new'; readonly after: number }

/** How the words of an earlier cut went into a new one. */
export type CutMatch = {
  readonly words: readonly CutWord[]
  /** Indexes of the words of the earlier cut that are not in the new one, rising. */
  readonly lost: readonly number[]
  /**
   * Indexes of recognised words that are not in the new cut, rising: others are held in their place, or the creator
   * deleted them from this sound, or merged them into the word before.
   */
  readonly dropped: readonly number[]
}

/** Words on each side of a gap that are compared one by one. */
const MOST_COMPARED = 400
/** In longer gaps only equal words are compared: likeness takes long. */
const MOST_ALIKE = 120
/** In gaps up to this long a single equal word counts; in longer ones it may be a coincidence. */
const SHORT_GAP = 4
/** How much the length of the same sound may differ between two recognitions: ms, and a share of it. */
const SAME_SOUND_MS = 120
const SAME_SOUND_SHARE = 0.05
const LONGEST_SAME_SOUND_WORDS = 12

/**
 * Finds the words of an earlier cut in the words that were recognised in a new one: parts may be removed, moved and
 * added. Each word of the earlier cut is kept or held once, or lost; each recognised word is used once, or dropped. Takes
 * about n log n steps.
 */
export function matchWords(before: readonly Word[], after: readonly Word[]): CutMatch {
  const pairs = new Pairs(before, after)
  for (const block of matchBlocks(before.map(recognisedKey), after.map(recognisedKey)))
    for (let at = 0; at < block.length; at++) pairs.add(block.before + at, block.after + at)
  for (const gap of pairs.gaps()) if (!pairs.hold(gap, holdSound(pairs, gap))) compareGap(pairs, gap)
  for (const side of ['right', 'left'] as const) for (const gap of pairs.tornGaps(side)) compareGap(pairs, gap)
  for (const gap of pairs.gaps()) pairs.hold(gap, holdSound(pairs, gap))
  return cutOf(pairs)
}

/** A stretch of unmatched words: `from` up to `to` in each list, exclusive; either may be empty. */
type Gap = { readonly before: readonly [number, number]; readonly after: readonly [number, number] }

type Held = Extract<CutWord, { kind: 'held' }>
/**
 * Words that stay because their sound did, and the end of the recognised words in their place. Without words, the end of
 * the word before them.
 */
type HeldStretch = { readonly words: readonly Held[]; readonly until: number; readonly endOfLast?: number }

const NONE = -1
const HELD = -2

/** The pairs of words found so far: for each word the index of the other, `NONE` or `HELD`. */
class Pairs {
  readonly before: readonly Word[]
  readonly after: readonly Word[]
  readonly toBefore: number[]
  readonly toAfter: number[]
  /** By the index of the recognised word that they begin at. */
  readonly held = new Map<number, HeldStretch>()

  constructor(before: readonly Word[], after: readonly Word[]) {
    this.before = before
    this.after = after
    this.toBefore = Array.from(after, () => NONE)
    this.toAfter = Array.from(before, () => NONE)
  }

  add(before: number, after: number): void {
    this.toBefore[after] = before
    this.toAfter[before] = after
  }

  /** Keeps the words of a gap: as pairs where there are as many now, which have better times. */
  hold({ before: [low, high], after: [start, end] }: Gap, words: readonly Held[] | undefined): boolean {
    if (words === undefined) return false
    const [left, newLeft, newRight] = [this.before[low - 1], this.after[start - 1], this.after[end]]
    if (words.length === 0 && left && newLeft && newRight) {
      const endOfLast = Math.min(newRight.t0, Math.max(newLeft.t1, newLeft.t0 + left.t1 - left.t0))
      this.toBefore.fill(HELD, start, end)
      this.held.set(start, { words, until: end, endOfLast })
      return true
    }
    const isPaired = high - low === end - start
    for (let at = 0; at < high - low; at++) {
      if (isPaired) this.add(low + at, start + at)
      else this.toAfter[low + at] = HELD
    }
    if (isPaired) return true
    this.toBefore.fill(HELD, start, end)
    this.held.set(start, { words, until: end })
    return true
  }

  /** The gaps between words that follow each other in both lists, and before the first and after the last. */
  gaps(): Gap[] {
    const gaps: Gap[] = []
    let start = 0
    let low = 0
    for (let at = 0; at <= this.after.length; at++) {
      const place = at === this.after.length ? this.before.length : (this.toBefore[at] ?? -1)
      if (place < 0) continue
      const isGap = low <= place && (start < at || low < place) && this.isUnmatched(low, place)
      if (isGap) gaps.push({ before: [low, place], after: [start, at] })
      start = at + 1
      low = place + 1
    }
    return gaps
  }

  private isUnmatched(from: number, to: number): boolean {
    for (let at = from; at < to; at++) if (this.toAfter[at] !== NONE) return false
    return true
  }

  /**
   * Unmatched words beside a matched one where the rest of a stretch was cut away, with the unmatched words of the earlier
   * cut that were beside it.
   */
  *tornGaps(side: 'left' | 'right'): Generator<Gap> {
    for (let start = 0; start < this.after.length; start++) {
      if (this.toBefore[start] !== NONE) continue
      let end = start
      while (this.toBefore[end] === NONE) end++
      const before = side === 'right' ? this.freeBefore(end, end - start) : this.freeAfter(start - 1, end - start)
      if (before !== undefined && before[0] < before[1]) yield { before, after: [start, end] }
      start = end
    }
  }

  private freeBefore(matched: number, count: number): readonly [number, number] | undefined {
    const place = this.toBefore[matched] ?? NONE
    if (place < 0) return undefined
    let low = place
    while (low > 0 && place - low < count + SHORT_GAP && this.toAfter[low - 1] === NONE) low--
    return [low, place]
  }

  private freeAfter(matched: number, count: number): readonly [number, number] | undefined {
    const place = this.toBefore[matched] ?? NONE
    if (place < 0) return undefined
    let high = place + 1
    while (high - place - 1 < count + SHORT_GAP && this.toAfter[high] === NONE) high++
    return [place + 1, high]
  }
}

/** Pairs the words of a gap that are equal or alike, in order. */
function compareGap(pairs: Pairs, { before: [low, high], after: [start, end] }: Gap): void {
  const [rows, columns] = [high - low, end - start]
  if (rows === 0 || columns === 0 || Math.max(rows, columns) > MOST_COMPARED) return
  const found = bestPairs(pairs, { low, start, rows, columns })
  const isPair = new Set(found.map(([row, column]) => row * columns + column))
  const hasNeighbour = (row: number, column: number) =>
    (row === 0 && column === 0 && start > 0 && pairs.toBefore[start - 1] === low - 1) ||
    (row === rows - 1 && column === columns - 1 && end < pairs.after.length && pairs.toBefore[end] === high) ||
    (row > 0 && column > 0 && isPair.has((row - 1) * columns + column - 1)) ||
    (row < rows - 1 && column < columns - 1 && isPair.has((row + 1) * columns + column + 1))
  const isShort = Math.max(rows, columns) <= SHORT_GAP
  for (const [row, column] of found) if (isShort || hasNeighbour(row, column)) pairs.add(low + row, start + column)
}

/** The pairs of a gap with the highest score: an equal word counts three times one that is alike. */
function bestPairs(
  { before, after }: Pairs,
  { low, start, rows, columns }: { low: number; start: number; rows: number; columns: number },
): [number, number][] {
  const mayBeAlike = Math.max(rows, columns) <= MOST_ALIKE
  const scoreOf = (row: number, column: number) => {
    const [a, b] = [before[low + row], after[start + column]]
    if (a === undefined || b === undefined) return 0
    if (isSameWord(a, b)) return 3
    return mayBeAlike && mayBeSame(a, b) ? 1 : 0
  }
  const best = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1))
  const at = (row: number, column: number) => best[row]?.[column] ?? 0
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--) {
      const score = scoreOf(row, column)
      const paired = score === 0 ? 0 : score + at(row + 1, column + 1)
      const line = best[row]
      if (line) line[column] = Math.max(paired, at(row + 1, column), at(row, column + 1))
    }
  const found: [number, number][] = []
  for (let row = 0, column = 0; row < rows && column < columns;) {
    const score = scoreOf(row, column)
    if (score > 0 && at(row, column) === score + at(row + 1, column + 1)) found.push([row++, column++])
    else if (at(row, column) === at(row + 1, column)) row++
    else column++
  }
  return found
}

function mayBeSame(a: Word, b: Word): boolean {
  return isSameWord(a, b) || areSimilar(recognisedKey(a), recognisedKey(b))
}

function cutOf(pairs: Pairs): CutMatch {
  const words: CutWord[] = []
  for (let at = 0; at <= pairs.after.length; at++) {
    const stretch = pairs.held.get(at)
    if (stretch !== undefined) {
      const last = words.at(-1)
      if (last?.kind === 'kept' && stretch.endOfLast !== undefined)
        words.splice(-1, 1, { ...last, t1: stretch.endOfLast })
      words.push(...stretch.words)
      at = stretch.until
    }
    const before = pairs.toBefore[at]
    if (before === undefined) continue
    words.push(before < 0 ? { kind: 'new', after: at } : { kind: 'kept', before, after: at })
  }
  const lost = pairs.toAfter.flatMap((after, before) => (after === NONE ? [before] : []))
  const dropped = pairs.toBefore.flatMap((before, after) => (before === HELD ? [after] : []))
  return { words, lost, dropped }
}

/**
 * The words of a gap at their new times, if the gap holds the same sound in both cuts: it lies between two matched words,
 * is as long as it was, and was recognised alike, so that only corrections can differ.
 */
function holdSound({ before, after }: Pairs, gap: Gap): Held[] | undefined {
  const [low, high] = gap.before
  const [start, end] = gap.after
  const [left, right] = [before[low - 1], before[high]]
  const [newLeft, newRight] = [after[start - 1], after[end]]
  if (high - low > LONGEST_SAME_SOUND_WORDS || !left || !right || !newLeft || !newRight) return undefined
  const [words, now] = [before.slice(low, high), after.slice(start, end)]
  const [was, is] = [right.t0 - left.t0, newRight.t0 - newLeft.t0]
  // Without words on one side, the same sound is that with the words of the other.
  const spoken = words.length > 0 && now.length > 0 ? Number.POSITIVE_INFINITY : spokenMs([...words, ...now])
  const tolerance = Math.min(SAME_SOUND_MS + was * SAME_SOUND_SHARE, spoken / 2)
  if (Math.abs(was - is) > tolerance || !isAlike(words, now)) return undefined
  if (words.length === 0) return []
  const room = { t0: newLeft.t1, t1: newRight.t0 }
  if (room.t1 - room.t0 < words.length * 2) return undefined
  return placeWords(words, { t0: left.t1, t1: right.t0 }, room).map((span, at) => ({
    kind: 'held',
    before: low + at,
    ...span,
  }))
}

/** Whether words were recognised like others; typed words, which nothing recognised, only where nothing is there now. */
function isAlike(words: readonly Word[], now: readonly Word[]): boolean {
  const heard = words.filter(({ raw }) => raw !== '')
  if (words.length === 0 || now.length === 0) return true
  return areSimilar(heard.map(recognisedKey).join(''), now.map(recognisedKey).join(''))
}

function spokenMs(words: readonly Word[]): number {
  return words.reduce((sum, { t0, t1 }) => sum + t1 - t0, 0)
}

/** The times of words in another room, at the same shares of it. */
function placeWords(words: readonly Word[], was: { t0: number; t1: number }, room: { t0: number; t1: number }) {
  const scale = (room.t1 - room.t0) / Math.max(1, was.t1 - was.t0)
  const timeOf = (t: number) => Math.round(room.t0 + (t - was.t0) * scale)
  const spans = words.map(({ t0, t1 }) => ({ t0: timeOf(t0), t1: timeOf(t1) }))
  const isOrdered = spans.every(({ t0, t1 }, at) => t0 < t1 && t0 >= (spans[at - 1]?.t1 ?? room.t0) && t1 <= room.t1)
  return isOrdered
    ? spans
    : shareSpan(
        room,
        words.map(({ text }) => text),
      )
}
