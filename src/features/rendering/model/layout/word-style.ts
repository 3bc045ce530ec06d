import { type Look, padded, restPose } from '#features/templates/model/index.ts'
import { grow, hull, type Rect } from '#platform/shared/rect.ts'
import { type InkDecoration, inkDecorationOf } from './ink-decoration.ts'
import type { PlacedWord } from './layout.ts'
import { boundsAt } from './stance.ts'
import type { WordBox } from './word-appearance.ts'

/** What words without a style of their own have. */
type PageStyle = { readonly look: Look; readonly accent: string; readonly decoration: InkDecoration }

/** The words of a page with their own styles and the boxes of their tags; the same list without any. */
export function withWordStyles(words: readonly PlacedWord[], page: PageStyle): readonly PlacedWord[] {
  if (!words.some(hasStyle)) return words
  return words.map((word, at) => {
    if (!hasStyle(word)) return word
    const { own } = word
    const decoration = own === undefined ? page.decoration : inkDecorationOf(own.look, own.em)
    const parts = words.filter((part) => part.word === word.word && part.line === word.line)
    const box = parts[0] === words[at] ? (ownBox(word, parts, page) ?? tagBox(word, parts, page)) : null
    return { ...word, style: { look: own?.look ?? page.look, decoration, box } }
  })
}

function hasStyle({ own, emphasis }: PlacedWord): boolean {
  return own !== undefined || Boolean(emphasis?.box)
}

/** The box of a word's own style, unless its caption has the same. */
function ownBox({ own }: PlacedWord, parts: readonly PlacedWord[], page: PageStyle): WordBox | null {
  if (!own?.look.box || JSON.stringify(own.look.box) === JSON.stringify(page.look.box)) return null
  const { em } = own
  const { box } = own.look
  const room = hull(
    parts.map(({ x, width, centerY }) => ({ x0: x, x1: x + width, y0: centerY - em / 2, y1: centerY + em / 2 })),
  )
  const rect = padded(room, box, em)
  const color = box.color === 'accent' ? page.accent : box.color
  return { rect, color, radius: Math.round(box.radius * em), tilt: 0, bounds: rect }
}

/** Middle of capital letters above the baseline, in em. */
const CAPS_MIDDLE = 0.36

/** The box of a word's tag: as large as its letters, and tilted as they are. */
function tagBox(word: PlacedWord, parts: readonly PlacedWord[], { look }: PageStyle): WordBox | null {
  const { emphasis, px, baseline } = word
  if (!emphasis?.box) return null
  const middle = baseline - CAPS_MIDDLE * px
  const room = hull(parts.map(({ x, width }) => ({ x0: x, x1: x + width, y0: middle - px / 2, y1: middle + px / 2 })))
  const rect = padded(room, emphasis.box, px)
  const rest = restPose((word.own?.look ?? look).transform, 'word', word.word).tilt
  const tilt = rest + ((emphasis.tilt ?? 0) * Math.PI) / 180
  return {
    rect,
    color: emphasis.box.color,
    radius: Math.round(emphasis.box.radius * px),
    tilt,
    bounds: boundsOf(rect, tilt, word),
  }
}

function boundsOf(rect: Rect, tilt: number, { centerX: x, centerY: y }: PlacedWord): Rect {
  if (tilt === 0) return rect
  return grow(boundsAt(rect, { scale: 1, x: 0, shift: 0, tilt, skew: 0 }, { x, y }), 1)
}
