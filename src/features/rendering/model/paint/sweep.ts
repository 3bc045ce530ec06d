import { type Look, type SweepEdge, sweepEdge } from '#features/templates/model/index.ts'
import type { PainterContext } from '../canvas.ts'
import type { PlacedWord } from '../layout/layout.ts'

/** How the active colour runs through a word, and how many pixels it has come from the start of the word. */
export type Sweep = SweepEdge & { readonly to: number }

/** The pixels that the active colour has come at a share of its way; equal ones draw equal pixels. */
export function sweptTo(word: PlacedWord, share: number, animation: Look['animation']): number {
  const edge = sweepEdge(animation)
  const soft = softOf(word, edge)
  const to = share * (word.width + soft)
  // Whole pixels: engines differ in how they smooth a clip's edge.
  if (!edge.isByLetter || soft > 0) return Math.round(to)
  return Math.max(0, ...startsOf(word).filter((start) => start <= to))
}

/** The pixels from the start of the word that have the active colour where the edge between both is hard. */
export function hardEnd(word: PlacedWord, { to, ...edge }: Sweep): number {
  const at = (to * word.width) / (word.width + softOf(word, edge))
  if (!edge.isByLetter) return Math.round(at)
  return startsOf(word).find((start) => start > at) ?? Math.ceil(word.width)
}

type GradientMaker = Pick<PainterContext, 'createLinearGradient'>
type Colors = {
  readonly before: string
  readonly after: string
  /** Left edge of the word on the canvas. */ readonly x: number
}

/** The paint of a word that has two colours, or one after the other where they mix. */
export function sweepPaint(context: GradientMaker, word: PlacedWord, sweep: Sweep, colors: Colors): unknown {
  return sweep.isByLetter ? lettersPaint(context, word, sweep, colors) : softPaint(context, word, sweep, colors)
}

function softPaint(context: GradientMaker, word: PlacedWord, sweep: Sweep, { before, after, x }: Colors): unknown {
  const { start, toward } = readingLine(word, x)
  const [inner, outer] = [sweep.to - softOf(word, sweep), sweep.to].map((far) => start + toward * far)
  const paint = context.createLinearGradient(inner ?? start, 0, outer ?? start, 0)
  paint.addColorStop(0, after)
  paint.addColorStop(1, before)
  return paint
}

/** Each letter in one colour: the word stays one text, so that its letters neither move nor lose their joins. */
function lettersPaint(context: GradientMaker, word: PlacedWord, sweep: Sweep, { before, after, x }: Colors): unknown {
  const soft = softOf(word, sweep)
  const shareOf = (start: number) => (soft === 0 ? Number(start <= sweep.to) : (sweep.to - start) / soft)
  const colors = startsOf(word).map((start) => ({ from: start, color: mixed(before, after, shareOf(start)) }))
  const changes = colors.filter(({ color }, at) => color !== colors[at - 1]?.color)
  if (changes.length < 2) return changes[0]?.color ?? before
  const { start, toward, length } = readingLine(word, x)
  const paint = context.createLinearGradient(start, 0, start + toward * length, 0)
  for (const [at, { from, color }] of changes.entries()) {
    const until = changes[at + 1]?.from ?? length
    paint.addColorStop(from / length, color)
    paint.addColorStop(Math.min(1, until / length), color)
  }
  return paint
}

/** The line from the start of a word to its end, in its direction, on whole pixels from its left edge. */
function readingLine({ direction, width }: PlacedWord, x: number) {
  const length = Math.max(1, Math.ceil(width))
  return direction === 'rtl' ? { start: x + length, toward: -1, length } : { start: x, toward: 1, length }
}

/** Where the letters of a word start, in whole pixels from its own start; a word that stays whole is one letter. */
function startsOf({ letters, direction, width }: PlacedWord): readonly number[] {
  if (letters === undefined) return [0]
  return letters.map(({ x, width: wide }) => Math.max(0, Math.round(direction === 'rtl' ? width - x - wide : x)))
}

function softOf({ px }: PlacedWord, { width }: SweepEdge): number {
  return Math.round(width * px)
}

/** A colour between two, each `#rrggbb` or `#rrggbbaa`. */
function mixed(before: string, after: string, share: number): string {
  if (share <= 0) return before
  if (share >= 1) return after
  const [from, to] = [before, after].map((color) => color.slice(1).padEnd(8, 'f'))
  const level = (color: string | undefined, at: number) => Number.parseInt(color?.slice(at, at + 2) ?? '', 16)
  const levels = [0, 2, 4, 6].map((at) => Math.round(level(from, at) + (level(to, at) - level(from, at)) * share))
  return `#${levels.map((each) => each.toString(16).padStart(2, '0')).join('')}`
}
