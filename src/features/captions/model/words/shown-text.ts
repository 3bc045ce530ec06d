import type { Word } from '../document.ts'

/** A letter with its marks, or a digit. */
const LETTER = /\p{L}\p{M}*|\p{N}/gu

/**
 * The text of a word as captions show it: censored letters are stars, or blocks under a bar. Punctuation stays, so that
 * a censored word still ends its sentence.
 */
export function shownText({ text, censored }: Pick<Word, 'text' | 'censored'>): string {
  const style = censored?.text
  switch (style) {
    case undefined:
      return text
    case 'first-letter': {
      let seen = 0
      return text.replace(LETTER, (letter) => (seen++ === 0 ? letter : '*'))
    }
    case 'stars':
      return text.replace(LETTER, '*')
    case 'bar':
      return text.replace(LETTER, '█')
    default:
      return style satisfies never
  }
}

/** The words that captions show; hidden ones keep their sound. */
export function shownWords(words: readonly Word[]): readonly Word[] {
  return words.some(({ hidden }) => hidden) ? words.filter(({ hidden }) => !hidden) : words
}
