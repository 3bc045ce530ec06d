import { grow, type Rect, shifted, union } from '#platform/shared/rect.ts'
import { wholeBox } from './decoration.ts'
import type { Layout } from './layout.ts'
import type { ScenePage } from './scene-page.ts'

/**
 * The bounds of a caption at rest: its letters, their outlines, its boxes and those of its words. Shadows and movement
 * may go beyond.
 */
export function captionBox({ words, lines, decoration }: Pick<ScenePage, 'words' | 'lines' | 'decoration'>): Rect {
  const marks = words.map(({ ink, style }) => grow(ink, (style?.decoration ?? decoration).strokeWidth / 2))
  const wordBoxes = words.flatMap(({ style }) => style?.box?.bounds ?? [])
  const boxes = decoration.boxPlaces.map((box) => wholeBox({ boxOutset: decoration.boxForm }, box))
  return [...marks, ...lines, ...wordBoxes, ...boxes].reduce<Rect | null>(union, null) ?? EMPTY
}

const EMPTY: Rect = { x0: 0, y0: 0, x1: 0, y1: 0 }

/** Pixels that stay free at the edges, for anti-aliasing and rounding. */
const EDGE = 1

/** The whole pixels by which a caption must move so that its box stays inside the frame; centred if it is too large. */
export function shiftInside(box: Rect, frame: { readonly width: number; readonly height: number }) {
  const { x0, y0, x1, y1 } = grow(box, EDGE)
  return { x: inside(x0, x1, frame.width), y: inside(y0, y1, frame.height) }
}

function inside(start: number, end: number, size: number): number {
  if (end - start > size) return Math.round((size - end - start) / 2)
  return start < 0 ? Math.ceil(-start) : Math.min(0, Math.floor(size - end))
}

/** A layout moved by whole pixels. */
export function shiftLayout(layout: Layout, { x, y }: { readonly x: number; readonly y: number }): Layout {
  return {
    ...layout,
    anchor: { x: layout.anchor.x + x, y: layout.anchor.y + y },
    lines: layout.lines.map((line) => shifted(line, x, y)),
    inline: layout.inline.map((decor) => ({ ...decor, rect: shifted(decor.rect, x, y) })),
    words: layout.words.map((word) => ({
      ...word,
      x: word.x + x,
      baseline: word.baseline + y,
      centerX: word.centerX + x,
      centerY: word.centerY + y,
      ink: shifted(word.ink, x, y),
    })),
  }
}
