import type { Decor, Word } from '#features/captions/model/index.ts'
import type { Rect } from '#platform/shared/rect.ts'
import type { DecorPicture } from './decor-picture.ts'
import type { Breakable } from '../text/line-breaking.ts'

/** The animation of decor. */
export type DecorMotion = NonNullable<Decor['motion']>

/** An emoji or a picture attached to a word, as the painter needs it. Lengths in em of the word. */
export type WordDecor = {
  /** Null for a picture. */
  readonly emoji: string | null
  /** The picture of the account; absent for an emoji. */
  readonly assetId?: string
  /** Of a picture, 0 to 1. Default: 1. */
  readonly opacity?: number
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

/** A positioned emoji or picture of a page. */
export type PlacedDecor = {
  /** Null if the emoji has no picture: a box is drawn instead. */
  readonly picture: DecorPicture | null
  readonly opacity: number
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

/** The emoji and pictures of a word. The painter draws no shapes. */
export function decorOf({ decor = [] }: Word): WordDecor[] {
  return decor.flatMap((item) => {
    if (item.kind === 'shape') return []
    const drawn =
      item.kind === 'emoji' ? { emoji: item.emoji } : { emoji: null, assetId: item.assetId, opacity: item.opacity ?? 1 }
    return [
      {
        ...drawn,
        side: item.side,
        until: item.until ?? ('caption' as const),
        size: item.size ?? 1,
        dx: item.dx ?? 0,
        dy: item.dy ?? 0,
        rotate: item.rotate ?? 0,
        motion: item.motion ?? null,
      },
    ]
  })
}

/** What its picture is called in a list of pictures. */
export function pictureKey({ emoji, assetId = '' }: Pick<WordDecor, 'emoji' | 'assetId'>): string {
  return emoji ?? assetId
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
  return { ...word, item, text: item.emoji ?? OBJECT, width: edgeOf(item, word.px) }
}

/** The character of Unicode for an object in a text. */
const OBJECT = '\uFFFC'
