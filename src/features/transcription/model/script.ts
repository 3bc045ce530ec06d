import { baseLanguage } from './language.ts'

/** Text whose words are spoken in order, with its span in the sound when known. */
export type TextUnit = {
  readonly text: string
  /** Milliseconds of media time that contain all of its speech. */
  readonly window?: { readonly startMs: number; readonly endMs: number }
}

/** Scripts written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Marks that end a sentence: of text with few of them, the lines are the sentences. */
const SENTENCE_MARKS = /[.!?…。！？؟](?=\s|["”’»)\]]|$)/gu
const NOT_SPOKEN = /\[[^[\]\n]{1,60}\]|\((?:music|applause|laughter|laughs|inaudible)\)|[♪♫]/giu

/**
 * The written words of a text in order, with their punctuation. Splits at whitespace and, in scripts without
 * spaces, by the rules of the language. Drops only whitespace.
 */
export function writtenWords(text: string, language: string): string[] {
  const blanks = text.split(/[\s\u200B\uFEFF]+/u).filter((part) => part !== '')
  if (!UNSPACED.test(text)) return blanks
  const segmenter = segmenterOf(baseLanguage(language))
  return blanks.flatMap((part) => (UNSPACED.test(part) ? segmented(part, segmenter) : [part]))
}

/** Characters of a long text that are segmented at once. */
const PIECE_CHARS = 10_000
/** A cut through a text changes fewer words beside it. */
const WORDS_AT_CUT = 10

/**
 * The number of written words of a text.
 * @param most far above it, counting stops: the words of a long text are first estimated piece by piece
 * @returns an estimate that exceeds `most`, or the exact number
 */
export function countWords(text: string, language: string, most: number): number {
  if (!UNSPACED.test(text)) return writtenWords(text, language).length
  let estimate = 0
  for (let at = 0; at + PIECE_CHARS < text.length; at += PIECE_CHARS) {
    estimate += writtenWords(text.slice(at, at + PIECE_CHARS), language).length - WORDS_AT_CUT
    if (estimate > most) return estimate
  }
  return writtenWords(text, language).length
}

let lastSegmenter: { readonly base: string; readonly segmenter: Intl.Segmenter } | undefined

/** One segmenter for all lines of a file: creating one takes longer than segmenting a line. */
function segmenterOf(base: string): Intl.Segmenter {
  if (lastSegmenter?.base !== base) {
    const locale = base === 'auto' ? 'und' : base
    lastSegmenter = { base, segmenter: new Intl.Segmenter(locale, { granularity: 'word' }) }
  }
  return lastSegmenter.segmenter
}

/**
 * The paragraphs of a pasted script, or its lines if they are its sentences, without stage directions in square brackets.
 */
export function scriptUnits(text: string): TextUnit[] {
  const spoken = text.replace(NOT_SPOKEN, ' ')
  const lines = spoken.split(/\r\n?|\n/u).filter((line) => line.trim() !== '')
  const marks = spoken.match(SENTENCE_MARKS)?.length ?? 0
  const parts = marks < lines.length / 2 ? lines : spoken.split(/(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)/u)
  return parts.map((part) => part.trim()).flatMap((part) => (part === '' ? [] : [{ text: part }]))
}

/** Maximum length of a bracketed direction, in words; limits what an unclosed bracket hides. */
const LONGEST_DIRECTION = 8

/** Flags the written words in square brackets, as in `[door slams]`: shown but not spoken. */
export function directions(written: readonly string[]): boolean[] {
  const hidden = written.map(() => false)
  for (let at = 0; at < written.length; at += 1) {
    if (written[at]?.startsWith('[') !== true) continue
    const length = written.slice(at, at + LONGEST_DIRECTION).findIndex((word) => /\](?:[^\P{P}\]])*$/u.test(word))
    if (length !== -1) hidden.fill(true, at, at + length + 1)
  }
  return hidden
}

/** Words of an unspaced script, each with its trailing punctuation. */
function segmented(part: string, segmenter: Intl.Segmenter): string[] {
  const words: string[] = []
  let opening = ''
  for (const { segment, isWordLike } of segmenter.segment(part)) {
    if (isWordLike === true) {
      words.push(opening + segment)
      opening = ''
    } else if (/^[\p{Ps}\p{Pi}]+$/u.test(segment) || words.length === 0) opening += segment
    else words.push((words.pop() ?? '') + segment)
  }
  return opening === '' ? words : [...words.slice(0, -1), (words.at(-1) ?? '') + opening]
}
