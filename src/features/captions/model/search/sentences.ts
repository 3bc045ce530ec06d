import type { CaptionDocument, Word } from '../document.ts'

/** A spoken sentence, or a part of a long one. */
export type Sentence = {
  readonly text: string
  /** The place of each word in `text`, in UTF-16 units. */
  readonly places: readonly number[]
  /** The start of each word, ms. */
  readonly starts: readonly number[]
}

/** Maximum length of a sentence before its last word, in UTF-16 units. */
const LONGEST = 240
/** Pause that ends a sentence, ms. */
const PAUSE_MS = 1_500
/** Punctuation that ends a sentence, with closing quotes and brackets. */
const END = /[.!?…。！？।؟][\p{Pe}\p{Pf}"'»]*$/u

/** What is said, as sentences in media order: also hidden and censored words, which are still spoken. */
export function sentencesOf({ words }: Pick<CaptionDocument, 'words'>): Sentence[] {
  const sentences: Sentence[] = []
  let from = 0
  let length = 0
  for (const [at, word] of words.entries()) {
    length += word.text.length + 1
    const next = words[at + 1]
    const isLast = next === undefined || next.t0 - word.t1 >= PAUSE_MS || END.test(word.text)
    if (!isLast && length < LONGEST) continue
    sentences.push(joinWords(words.slice(from, at + 1)))
    from = at + 1
    length = 0
  }
  return sentences
}

/** The start of the word at a place of a sentence, ms. */
export function timeAt({ places, starts }: Sentence, place: number): number {
  const after = places.findIndex((start) => start > place)
  return starts[(after < 0 ? places.length : after) - 1] ?? starts[0] ?? 0
}

function joinWords(words: readonly Word[]): Sentence {
  let text = ''
  const places: number[] = []
  for (const word of words) {
    if (text !== '' && word.join === 'space') text += ' '
    places.push(text.length)
    text += word.text
  }
  return { text, places, starts: words.map(({ t0 }) => t0) }
}
