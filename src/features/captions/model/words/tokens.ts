import { joinBetween } from '../breaks/text-width.ts'

const LONGEST = 200

/** Splits a text at blanks and drops control characters and broken Unicode. */
export function splitBlanks(text: string): string[] {
  return text
    .toWellFormed()
    .replaceAll('\uFFFD', '')
    .replace(/\p{Cc}/gu, ' ')
    .split(/\s+/u)
    .filter((part) => part !== '')
    .flatMap(shorten)
}

/**
 * Splits a written text into words: at blanks, and by a dictionary in Japanese, Chinese, Thai and other scripts without
 * spaces. Punctuation stays with the word before it.
 */
export function tokenize(text: string, lang: string): string[] {
  return splitBlanks(text).flatMap((part) => (isUnspaced(part) ? dictionaryWords(part, lang) : [part]))
}

function isUnspaced(part: string): boolean {
  const letters = [...part]
  return letters.some((letter, at) => at > 0 && joinBetween(letters[at - 1], letter) === 'none')
}

function dictionaryWords(part: string, lang: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of new Intl.Segmenter(localeOf(lang), { granularity: 'word' }).segment(part)) {
    const before = words.pop()
    if (before === undefined) words.push(segment)
    else if (isWordLike === true && joinBetween(before, segment) === 'none') words.push(before, segment)
    else words.push(before + segment)
  }
  return words
}

function localeOf(lang: string): string | undefined {
  const [base = ''] = lang.split(/[-_]/)
  return /^[a-z]{2}$/.test(base) ? base : undefined
}

function shorten(part: string): string[] {
  if (part.length <= LONGEST) return [part]
  const letters = [...part]
  return Array.from({ length: Math.ceil(letters.length / 100) }, (_, at) =>
    letters.slice(at * 100, at * 100 + 100).join(''),
  )
}
