import { type Look, padded } from '#features/templates/model/index.ts'
import { hull } from '#platform/shared/rect.ts'
import { inkDecorationOf } from './ink-decoration.ts'
import type { PlacedWord } from './layout.ts'
import type { WordBox } from './word-appearance.ts'

/** The words of a page with their own styles; the same list without any. */
export function withWordStyles(words: readonly PlacedWord[], look: Look, accent: string): readonly PlacedWord[] {
  if (words.every(({ own }) => own === undefined)) return words
  return words.map((word, at) => {
    if (word.own === undefined) return word
    const decoration = inkDecorationOf(word.own.look, word.own.em)
    const parts = words.filter((part) => part.word === word.word && part.line === word.line)
    const box = parts[0] === words[at] ? boxOf(word.own, parts, { look, accent }) : null
    return { ...word, style: { look: word.own.look, decoration, box } }
  })
}

type Own = NonNullable<PlacedWord['own']>

/** The box of a word, unless its caption has the same. */
function boxOf(
  { look: { box }, em }: Own,
  parts: readonly PlacedWord[],
  caption: { readonly look: Look; readonly accent: string },
): WordBox | null {
  if (box === null || JSON.stringify(box) === JSON.stringify(caption.look.box)) return null
  const room = hull(
    parts.map(({ x, width, centerY }) => ({ x0: x, x1: x + width, y0: centerY - em / 2, y1: centerY + em / 2 })),
  )
  return {
    rect: padded(room, box, em),
    color: box.color === 'accent' ? caption.accent : box.color,
    radius: Math.round(box.radius * em),
  }
}
