import { hull, type Rect } from '#platform/shared/rect.ts'
import type { CaptionPage } from '../caption.ts'
import { edgeOf, isInline, pictureKey, type PlacedDecor, type WordDecor } from '../decor/decor.ts'
import type { DecorPictures } from '../decor/decor-picture.ts'
import type { Layout } from './layout.ts'

/** The inputs of `placeDecor`. */
export type DecorInput = {
  readonly page: CaptionPage
  readonly layout: Layout
  /** The bounds of the caption: letters, outlines and boxes. */
  readonly box: Rect
  readonly frame: { readonly width: number; readonly height: number }
  readonly pictures: DecorPictures
  /** True for reduced motion. */
  readonly isCalm: boolean
}

/** Space between a caption and the decor above or below it, in em. */
const GAP = 0.1
/** Pixels that stay free at the edges of the frame. */
const EDGE = 1

const NONE: readonly PlacedDecor[] = []

/**
 * Positions the decor of a page. Decor above and below stands outside of all lines, so that it covers no letters, and
 * changes sides where the frame has no room for it. All decor stays inside the frame.
 */
export function placeDecor(input: DecorInput): readonly PlacedDecor[] {
  const { page, layout, frame, pictures, isCalm } = input
  if (!page.hasDecor) return NONE
  const drafts = page.words.flatMap(({ decor = [] }, word) => {
    const at = layout.words.findIndex((placed) => placed.word === word)
    return at < 0 ? [] : decor.filter((item) => !isInline(item)).map((item) => draftOf(input, item, word, at))
  })
  const rows = (['above', 'below', 'behind'] as const).flatMap((side) =>
    spread(
      drafts.filter((draft) => draft.side === side),
      frame.width,
    ),
  )
  const inline = layout.inline.map(({ item, word, rect }): Draft => {
    const at = layout.words.findIndex((placed) => placed.word === word)
    const { px = layout.em } = layout.words[at] ?? {}
    return {
      item,
      side: item.side,
      at,
      px,
      edge: rect.x1 - rect.x0,
      x: middle(rect.x0, rect.x1),
      y: middle(rect.y0, rect.y1),
    }
  })
  return [...inline, ...rows].flatMap((draft) => {
    const { item } = draft
    const picture = pictures.get(pictureKey(item)) ?? null
    // A picture that is missing is left out, as a logo is; the emoji of a file from elsewhere becomes a box.
    if (picture === null && item.emoji === null) return []
    const rotate = (item.rotate * Math.PI) / 180
    return {
      picture,
      opacity: item.opacity ?? 1,
      rect: squareInside(draft, rotate, frame),
      rotate,
      isBehind: item.side === 'behind',
      motion: isCalm && item.motion !== null ? 'none' : item.motion,
      at: draft.at,
      isBrief: item.until === 'word',
    }
  })
}

/** Decor by its centre, in pixels, before its own offset. */
type Draft = {
  readonly item: WordDecor
  readonly side: WordDecor['side']
  readonly at: number
  /** Font size of its word. */
  readonly px: number
  readonly edge: number
  readonly x: number
  readonly y: number
}

function draftOf({ layout, box, frame }: DecorInput, item: WordDecor, word: number, at: number): Draft {
  const parts = layout.words.filter((placed) => placed.word === word && placed.line === layout.words[at]?.line)
  const { px = layout.em, centerY = 0 } = layout.words[at] ?? {}
  const { x0, x1 } = hull(parts.map(({ x, width }) => ({ x0: x, x1: x + width, y0: 0, y1: 0 })))
  const edge = edgeOf(item, px)
  const gap = GAP * layout.em
  const above = box.y0 - gap - edge / 2
  const below = box.y1 + gap + edge / 2
  const hasRoom = { above: above - edge / 2 >= EDGE, below: below + edge / 2 <= frame.height - EDGE }
  const side =
    item.side === 'above' && !hasRoom.above && hasRoom.below
      ? 'below'
      : item.side === 'below' && !hasRoom.below && hasRoom.above
        ? 'above'
        : item.side
  const y = side === 'above' ? above : side === 'below' ? below : centerY
  return { item, side, at, px, edge, x: middle(x0, x1), y }
}

/** Moves the decor of one row apart where it overlaps, and back into the frame. Decor behind words stays. */
function spread(row: readonly Draft[], width: number): readonly Draft[] {
  if (row.length < 2 || row[0]?.side === 'behind') return row
  let free = Number.NEGATIVE_INFINITY
  const apart = row
    .toSorted((a, b) => a.x - b.x)
    .map((draft) => {
      const x = Math.max(draft.x, free + draft.edge / 2)
      free = x + draft.edge / 2
      return { ...draft, x }
    })
  let most = width - EDGE
  return apart.toReversed().map((draft) => {
    const x = Math.min(draft.x, most - draft.edge / 2)
    most = x - draft.edge / 2
    return { ...draft, x }
  })
}

function squareInside({ item, px, edge, x, y }: Draft, rotate: number, frame: DecorInput['frame']): Rect {
  const half = (edge / 2) * (Math.abs(Math.sin(rotate)) + Math.abs(Math.cos(rotate)))
  const x0 = Math.round(inside(x + item.dx * px, half, frame.width) - edge / 2)
  const y0 = Math.round(inside(y + item.dy * px, half, frame.height) - edge / 2)
  return { x0, y0, x1: x0 + edge, y1: y0 + edge }
}

function inside(center: number, half: number, size: number): number {
  const least = half + EDGE
  const most = size - half - EDGE
  return least > most ? size / 2 : Math.min(Math.max(center, least), most)
}

function middle(start: number, end: number): number {
  return (start + end) / 2
}
