import type { Decor, Word } from '#features/captions/model/index.ts'
import type { Rect } from '#platform/shared/rect.ts'
import type { EmojiPicture } from './emoji-picture.ts'
import type { Breakable } from './line-breaking.ts'

/** The animation of decor. */
export type DecorMotion = NonNullable<Decor['motion']>

/** An emoji attached to a word, as the painter needs it. Lengths in em of the word. */
export type WordDecor = {
  readonly emoji: string
  readonly side: Decor['side']
  readonly until: 'word' | 'caption'
  readonly size: number
  readonly dx: number
  readonly dy: number
  /** Clockwise, in degrees. */
  readonly rotate: number
  /** Null: it moves with its word. */
  readonly motion: DecorMotion | null
}

/** A positioned emoji of a page. */
export type PlacedDecor = {
  /** Null if the emoji has no picture: a box is drawn instead. */
  readonly picture: EmojiPicture | null
  /** Its square at rest and before rotation, on whole pixels of the frame. */
  readonly rect: Rect
  /** Clockwise, in radians. */
  readonly rotate: number
  readonly isBehind: boolean
  readonly motion: DecorMotion | null
  /** Index in the page's `words` of its word, or of the first part of it. */
  readonly at: number
  /** True if it disappears when the next word is spoken. */
  readonly isBrief: boolean
}

/** The emoji of a word. The painter draws no pictures and shapes. */
export function decorOf({ decor = [] }: Word): WordDecor[] {
  return decor.flatMap((item) =>
    item.kind === 'emoji'
      ? [
          {
            emoji: item.emoji,
            side: item.side,
            until: item.until ?? 'caption',
            size: item.size ?? 1,
            dx: item.dx ?? 0,
            dy: item.dy ?? 0,
            rotate: item.rotate ?? 0,
            motion: item.motion ?? null,
          },
        ]
      : [],
  )
}

/** Whether decor takes room in the line of its word. */
export function isInline({ side }: WordDecor): boolean {
  return side === 'before' || side === 'after'
}

/** Its edge in pixels. @param px font size of its word */
export function edgeOf({ size }: WordDecor, px: number): number {
  return Math.max(2, Math.round(size * px))
}

/** Decor in a line, before it is moved by its own offset. */
export type InlineDecor = { readonly item: WordDecor; readonly word: number; readonly rect: Rect }

type InlinePart = Breakable & { readonly px: number; readonly item?: WordDecor }

/** Space between a word and the decor beside it, in em. */
const GAP = 0.12

/** The parts of a word with the decor before and after it, which never leaves its line. */
export function withInlineDecor<Part extends InlinePart>(parts: readonly Part[], decor: readonly WordDecor[]): Part[] {
  const [first] = parts
  const last = parts.at(-1)
  if (first === undefined || last === undefined) return [...parts]
  const before = decor.filter(({ side }) => side === 'before').map((item) => inlinePart(first, item))
  const after = decor.filter(({ side }) => side === 'after').map((item) => inlinePart(last, item))
  const line = [...before, ...parts, ...after]
  return line.map((part, at) => {
    if (at === 0)
      return { ...part, joined: first.joined, breakBefore: first.breakBefore, spaceBefore: first.spaceBefore }
    const isBesideDecor = part.item !== undefined || line[at - 1]?.item !== undefined
    return isBesideDecor
      ? { ...part, joined: true, breakBefore: false, isGlued: true, spaceBefore: Math.round(GAP * part.px) }
      : part
  })
}

function inlinePart<Part extends InlinePart>(word: Part, item: WordDecor): Part {
  // The emoji itself has no direction, so it stands in the line as a typed one would.
  return { ...word, item, text: item.emoji, width: edgeOf(item, word.px) }
}
