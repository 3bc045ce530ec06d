import { sentenceCase, sentenceEnds } from './draft-sentences.ts'
import type { SpokenWord } from './word.ts'

/** Words of one passage: a model of punctuation looks at about 200 pieces of words at once. */
const PASSAGE = { least: 60, most: 120 }
/** What a word may gain at its end. */
const MARKS = new Set(['', ',', '.', '?'])
/** Letters of the longest word that is passed on; no English word is longer, and each letter may be a piece. */
const LONGEST_WORD = 40

/** Words that go to a model of punctuation at once, and their text for it: in lower case, with a blank between them. */
export type Passage = { readonly words: readonly SpokenWord[]; readonly text: string }

/** Words with marks and capitals. */
export type Punctuated = {
  readonly words: SpokenWord[]
  /** Number of passages whose words the model changed; they have their sentences by pauses. */
  readonly refused: number
}

/** Cuts words into passages. Each ends at the longest pause within its limits, so that sentences stay together. */
export function passagesToPunctuate(words: readonly SpokenWord[]): Passage[] {
  const passages: Passage[] = []
  let from = 0
  while (from < words.length) {
    const until = words.length - from <= PASSAGE.most ? words.length : cutAfterPause(words, from)
    const own = words.slice(from, until)
    passages.push({ words: own, text: own.map(bareText).join(' ') })
    from = until
  }
  return passages
}

/**
 * The words with the marks and capitals of their punctuated passages, as sentences. A spelling with capitals of its own
 * stays.
 * @param punctuated the text of each passage, in order
 */
export function withPunctuation(passages: readonly Passage[], punctuated: readonly string[]): Punctuated {
  const words = passages.flatMap((passage) => passage.words)
  const given = passages.map((passage, at) => marksOf(passage, punctuated[at] ?? ''))
  const written = given.flatMap((own, at) => own ?? (passages[at]?.words ?? []).map(() => null))
  const ends = sentenceEnds(words)
  let begins = true
  return {
    words: words.map((word, at) => {
      const { shown, mark } = written[at] ?? { shown: bareText(word), mark: ends[at] === true ? '.' : '' }
      const text = word.text === bareText(word) ? sentenceCase(shown, begins) : word.text
      const end = at === words.length - 1 && (mark === '' || mark === ',') ? '.' : mark
      begins = /[.!?]$/u.test(end)
      return { ...word, text: /[.!?]$/u.test(text) ? text : `${text}${end}` }
    }),
    refused: given.filter((own) => own === null).length,
  }
}

/** How the text of a passage writes each word, and the mark behind it; null if it has other words or marks. */
function marksOf({ words }: Passage, punctuated: string): { shown: string; mark: string }[] | null {
  const written = punctuated.split(' ').filter((text) => text !== '')
  if (written.length !== words.length) return null
  const marks = words.map((word, at) => {
    const [bare, given] = [bareText(word), written[at] ?? '']
    return { bare, shown: given.slice(0, bare.length), mark: given.slice(bare.length) }
  })
  return marks.every(({ bare, shown, mark }) => shown.toLowerCase() === bare && MARKS.has(mark)) ? marks : null
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
