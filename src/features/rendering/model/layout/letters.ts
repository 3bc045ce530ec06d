import type { MeasuringContext } from '../canvas.ts'
import { hasEmoji } from '../fonts/fonts.ts'
import { type Direction, isStackedScript } from '../text/text-direction.ts'

/** A letter of a word, as readers count them. */
export type Letter = {
  readonly text: string
  /** Its left edge, from that of the word. */
  readonly x: number
  readonly width: number
}

/** Made for the first look of single letters: loading its rules takes longer than laying out a hundred captions. */
let graphemes: Intl.Segmenter | undefined

/**
 * The letters of a word, for looks that treat them one by one; undefined for words that stay whole: letters that join
 * or stack, and emoji.
 * @param context set to the word's font, spacing and direction
 */
export function lettersOf(
  context: MeasuringContext,
  text: string,
  direction: Direction,
): readonly Letter[] | undefined {
  if (isStackedScript(text) || hasEmoji(text)) return undefined
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const total = context.measureText(text).width
  let before = ''
  return [...graphemes.segment(text)].map(({ segment }) => {
    before += segment
    const width = context.measureText(segment).width
    // Measured with the letters before it, which may kern with it.
    const until = context.measureText(before).width
    return { text: segment, x: direction === 'rtl' ? total - until : until - width, width }
  })
}
