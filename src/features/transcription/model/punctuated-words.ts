import { sentenceCase } from './draft-sentences.ts'
import type { SpokenWord } from './word.ts'

/** Words of one passage: a model of punctuation looks at about 200 pieces of words at once. */
const PASSAGE = { least: 60, most: 120 }
/** What a word may gain at its end. */
const MARKS = new Set(['', ',', '.', '?'])
/** Letters of the longest word that is passed on; no English word is longer, and each letter may be a piece. */
const LONGEST_WORD = 40

/**
 * The words as texts for a model of punctuation: in lower case, with a blank between them. Each passage ends at the
 * longest pause within its limits, so that sentences stay together.
 */
export function passagesToPunctuate(words: readonly SpokenWord[]): string[] {
  const passages: string[] = []
  let from = 0
  while (from < words.length) {
    const until = words.length - from <= PASSAGE.most ? words.length : cutAfterPause(words, from)
    passages.push(words.slice(from, until).map(bareText).join(' '))
    from = until
  }
  return passages
}

/**
 * The words with the marks and capitals of a punctuated text, as sentences. A spelling with capitals of its own stays.
 * @returns null if the text has other words
 */
export function withPunctuation(words: readonly SpokenWord[], punctuated: string): SpokenWord[] | null {
  const written = punctuated.split(' ').filter((text) => text !== '')
  if (written.length !== words.length) return null
  const marked: SpokenWord[] = []
  let begins = true
  for (const [at, word] of words.entries()) {
    const bare = bareText(word)
    const given = written[at] ?? ''
    const [shown, mark] = [given.slice(0, bare.length), given.slice(bare.length)]
    if (shown.toLowerCase() !== bare || !MARKS.has(mark)) return null
    const text = word.text === bare ? sentenceCase(shown, begins) : word.text
    const end = at === words.length - 1 && (mark === '' || mark === ',') ? '.' : mark
    marked.push({ ...word, text: /[.!?]$/u.test(text) ? text : `${text}${end}` })
    begins = /[.!?]$/u.test(end)
  }
  return marked
}

function bareText({ text }: SpokenWord): string {
  return text.toLowerCase().replace(/\s+/gu, '').slice(0, LONGEST_WORD)
}

function cutAfterPause(words: readonly SpokenWord[], from: number): number {
  let best = { cut: from + PASSAGE.most, pauseMs: -1 }
  for (let cut = from + PASSAGE.least; cut <= from + PASSAGE.most; cut += 1) {
    const pauseMs = (words[cut]?.startMs ?? 0) - (words[cut - 1]?.endMs ?? 0)
    if (pauseMs > best.pauseMs) best = { cut, pauseMs }
  }
  return best.cut
}
