import type { Word } from '../document.ts'
import { textWidth } from './text-width.ts'

/** Which words fit on one line, precomputed. A place is a gap between words. */
export type LineFit = {
  /** Columns from the first word to each place, with spaces. */
  readonly columns: readonly number[]
  /** Columns of the space before each word. */
  readonly spaces: readonly number[]
  /** For each place, the last place where a line from there can end; the place itself if the next word is too wide. */
  readonly ends: readonly number[]
  /** For each place, the first place where a line up to there can start. */
  readonly starts: readonly number[]
}

/** Measures words for lines of at most `maxColumns`, in linear time. */
export function fitLines(words: readonly Word[], maxColumns: number): LineFit {
  const spaces = words.map(({ join }, at) => (at > 0 && join === 'space' ? 1 : 0))
  const columns = [0]
  for (const [at, { text }] of words.entries())
    columns.push((columns[at] ?? 0) + (spaces[at] ?? 0) + Math.max(1, textWidth(text)))
  const fits = (start: number, end: number) => columnsBetween({ columns, spaces }, start, end) <= maxColumns
  const ends: number[] = []
  for (let start = 0, end = 0; start <= words.length; start++) {
    end = Math.max(end, start)
    while (end < words.length && fits(start, end + 1)) end++
    ends.push(end)
  }
  const starts: number[] = []
  for (let start = 0, end = 0; end <= words.length; end++) {
    while (start < end && !fits(start, end)) start++
    starts.push(start)
  }
  return { columns, spaces, ends, starts }
}

/** Columns of the words from place `start` to place `end` on one line. */
export function columnsBetween(
  { columns, spaces }: Pick<LineFit, 'columns' | 'spaces'>,
  start: number,
  end: number,
): number {
  return (columns[end] ?? 0) - (columns[start] ?? 0) - (spaces[start] ?? 0)
}

/** True when the words from place `start` to place `end` fit `maxLines`; a word that is too wide gets its own line. */
export function fitsInLines({ ends }: LineFit, start: number, end: number, maxLines: number): boolean {
  let place = start
  for (let line = 0; line < maxLines && place < end; line++) place = Math.max(ends[place] ?? end, place + 1)
  return place >= end
}
