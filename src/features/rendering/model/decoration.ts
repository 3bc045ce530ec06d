import type { Look } from '#features/templates/model/index.ts'
import type { Layout, PlacedWord } from './layout.ts'
import type { Rect } from './rect.ts'

/** A shadow in pixels, as a canvas takes it. */
export type PixelShadow = { readonly x: number; readonly y: number; readonly blur: number; readonly color: string }

/** What stands around the letters of one page, in pixels. */
export type Decoration = {
  /** Full line width: the letters cover its inner half. 0 for none. */
  readonly strokeWidth: number
  readonly shadows: readonly PixelShadow[]
  /** How far a word's ink reaches beyond its letters. */
  readonly outset: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
  readonly boxRadius: number
  /** Boxes that stay while the page is on screen, on whole pixels; empty where the box follows the words. */
  readonly boxes: readonly Rect[]
  /** Boxes that the spoken word takes in turn, on whole pixels; empty for other templates. */
  readonly wordBoxes: readonly Rect[]
}

/** A Gaussian of `shadowBlur` b has a deviation of b/2 and is invisible beyond three of them. */
const BLUR_REACH = 1.5
/** Anti-aliasing and rounding. */
const EDGE = 2

/** Turns a look's lengths in em into pixels, once per page. */
export function decorationOf(look: Look, { em, words, lines }: Layout): Decoration {
  const shadows = look.shadows.map(({ x, y, blur, color }) => ({ x: x * em, y: y * em, blur: blur * em, color }))
  const stroke = (look.stroke?.width ?? 0) * em
  const reach = (towards: (shadow: PixelShadow) => number) =>
    stroke + EDGE + Math.max(0, ...shadows.map((shadow) => towards(shadow) + shadow.blur * BLUR_REACH))
  return {
    strokeWidth: 2 * stroke,
    shadows,
    outset: {
      left: reach(({ x }) => -x),
      top: reach(({ y }) => -y),
      right: reach(({ x }) => x),
      bottom: reach(({ y }) => y),
    },
    boxRadius: Math.round((look.box?.radius ?? 0) * em),
    boxes: boxesOf(look, lines, em),
    wordBoxes: look.box?.scope === 'word' ? words.map((word) => padded(roomOf(word, words, em), look, em)) : [],
  }
}

function boxesOf(look: Look, lines: readonly Rect[], em: number): Rect[] {
  if (look.box?.scope === 'line') return stacked(lines.map((line) => padded(line, look, em)))
  return look.box?.scope === 'cue' && lines.length > 0 ? [padded(hull(lines), look, em)] : []
}

/** Boxes that would overlap meet in the middle: a see-through colour is not laid on twice. */
function stacked(boxes: readonly Rect[]): Rect[] {
  const edges = boxes.slice(1).map((box, at) => Math.round((box.y0 + (boxes[at]?.y1 ?? box.y0)) / 2))
  return boxes.map((box, at) => ({
    ...box,
    y0: Math.max(box.y0, edges[at - 1] ?? box.y0),
    y1: Math.min(box.y1, edges[at] ?? box.y1),
  }))
}

/** The room of a word, with all its parts that stand on the same line. */
function roomOf(word: PlacedWord, words: readonly PlacedWord[], em: number): Rect {
  const parts = words.filter((part) => part.word === word.word && part.line === word.line)
  const sides = parts.map((part) => ({
    x0: part.x,
    x1: part.x + part.width,
    y0: word.centerY - em / 2,
    y1: word.centerY + em / 2,
  }))
  return hull(sides)
}

function padded(rect: Rect, look: Look, em: number): Rect {
  const { padX = 0, padY = 0 } = look.box ?? {}
  return {
    x0: Math.round(rect.x0 - padX * em),
    y0: Math.round(rect.y0 - padY * em),
    x1: Math.round(rect.x1 + padX * em),
    y1: Math.round(rect.y1 + padY * em),
  }
}

function hull(rects: readonly Rect[]): Rect {
  return {
    x0: Math.min(...rects.map(({ x0 }) => x0)),
    y0: Math.min(...rects.map(({ y0 }) => y0)),
    x1: Math.max(...rects.map(({ x1 }) => x1)),
    y1: Math.max(...rects.map(({ y1 }) => y1)),
  }
}
