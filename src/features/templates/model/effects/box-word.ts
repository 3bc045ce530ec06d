import { z } from 'zod'
import { grow, hull, type Rect } from '#platform/shared/rect.ts'
import { BOX_FIELDS, type BoxedWord, boxEffect, padded } from './box-effect.ts'
import { EASE_PEAK, eased, mix } from './easing.ts'

/** One box that moves from each spoken word to the next. Its places are those of the words, in order. */
export const boxWord = boxEffect({
  label: 'The spoken word',
  schema: z.strictObject({ scope: z.literal('word'), ...BOX_FIELDS }),
  followsWords: true,
  surprises: 1,
  places: (box, { words, em }) => words.map((word) => padded(wordBounds(word, words, em), box, em)),
  pose(places, { tMs, words, travel: { boxMs, boxEase } }) {
    const active = words.findLastIndex((word) => tMs >= word.t0)
    const target = places[active]
    const word = words[active]
    if (target === undefined || word === undefined) return NO_BOX
    const from = places[words.findLastIndex((other) => other.word < word.word)]
    const progress = boxMs === 0 ? 1 : eased(boxEase, (tMs - word.t0) / boxMs)
    if (from === undefined || progress === 1) return [target]
    return [
      {
        x0: Math.round(mix(from.x0, target.x0, progress)),
        y0: Math.round(mix(from.y0, target.y0, progress)),
        x1: Math.round(mix(from.x1, target.x1, progress)),
        y1: Math.round(mix(from.y1, target.y1, progress)),
      },
    ]
  },
  reach(places) {
    if (places.length < 2) return places
    const { x0, x1 } = hull(places)
    const overshoot = Math.ceil((x1 - x0) * (EASE_PEAK - 1))
    return places.map((box) => grow(box, overshoot))
  },
})

const NO_BOX: readonly Rect[] = []

/** The bounds of a word with all its parts on the same line. */
function wordBounds(word: BoxedWord, words: readonly BoxedWord[], em: number): Rect {
  const parts = words.filter((part) => part.word === word.word && part.line === word.line)
  return hull(
    parts.map((part) => ({
      x0: part.x,
      x1: part.x + part.width,
      y0: word.centerY - em / 2,
      y1: word.centerY + em / 2,
    })),
  )
}
