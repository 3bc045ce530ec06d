/** The direction of a text. */
export type Direction = 'ltr' | 'rtl'

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const LETTER = /\p{L}/u
const DIGIT = /\p{Nd}/u

/**
 * The direction of the first letter that has one, as the Unicode bidirectional algorithm (UAX #9, P2) finds it;
 * null for words of digits, punctuation or emoji only.
 */
export function directionOf(text: string): Direction | null {
  for (const char of text) {
    if (!LETTER.test(char)) continue
    return RIGHT_TO_LEFT.test(char) ? 'rtl' : 'ltr'
  }
  return null
}

/** Punctuation that belongs to the sentence, not to the word it touches. */
const EDGE_MARKS = /^([¡¿"'«»“”‘’()[\]]*)(.*?)((?<![.,!?:;…"'«»“”‘’()[\]،؛؟])[.,!?:;…"'«»“”‘’()[\]،؛؟]+)?$/su

/**
 * The parts of a word that may end up on different sides of it. A Latin word that ends an Arabic sentence has its full
 * stop on its left, one inside a Latin name has it on its right, so punctuation is placed separately.
 */
export function bidiParts(word: string, line: Direction): string[] {
  const own = directionOf(word)
  if (own === line || (own === null && (line === 'ltr' || !DIGIT.test(word)))) return [word]
  const [, before = '', core = '', after = ''] = EDGE_MARKS.exec(word) ?? []
  return core === '' ? [word] : [before, core, after].filter((part) => part !== '')
}

/** True for scripts whose letters join or stack, so that letter spacing would break words. */
export function isJoinedScript(text: string): boolean {
  return /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}]/u.test(
    text,
  )
}

/** True for scripts whose letters join or stack, so that they cannot move one by one. */
export function isStackedScript(text: string): boolean {
  return (
    isJoinedScript(text) ||
    /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Oriya}\p{Script=Mongolian}]/u.test(
      text,
    )
  )
}

/**
 * The order of the words of one line from left to right.
 *
 * This is UAX #9 applied to words: runs of words against the line's direction keep their own order, and words
 * without a direction join the words around them when those agree (rule N1), else the line (N2); a number that
 * follows a left-to-right word belongs to it (W7).
 * @returns indexes into `words`
 */
export function visualOrder(words: readonly string[], line: Direction): number[] {
  const directions = resolveNeutrals(words, line)
  const logical = words.map((_, at) => at)
  return line === 'ltr' ? reverseRuns(logical, directions, 'rtl') : reverseRuns(logical.toReversed(), directions, 'ltr')
}

function resolveNeutrals(words: readonly string[], line: Direction): Direction[] {
  const own = words.map(directionOf)
  return words.map((word, at) => {
    const direction = own[at] ?? null
    if (direction !== null) return direction
    const before = own.slice(0, at).findLast((found) => found !== null) ?? line
    const after = own.slice(at + 1).find((found) => found !== null) ?? line
    if (DIGIT.test(word) && before === 'ltr') return 'ltr'
    return before === after ? before : line
  })
}

function reverseRuns(order: readonly number[], directions: readonly Direction[], against: Direction): number[] {
  const result: number[] = []
  let run: number[] = []
  for (const index of order) {
    if (directions[index] === against) {
      run.push(index)
      continue
    }
    result.push(...run.toReversed(), index)
    run = []
  }
  return [...result, ...run.toReversed()]
}
