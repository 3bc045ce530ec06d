/** Sentences of a script, one after another, that nobody says. */
export type UnspokenPassage = {
  readonly text: string
  /** Its number of words. */
  readonly words: number
  /** The index of the spoken word before which it stands; the number of spoken words at the end. */
  readonly place: number
  /** Where it would be said, in milliseconds of media time. */
  readonly atMs: number
}

/** A range of words, end exclusive. */
export type WordRange = { readonly from: number; readonly until: number }

/** Maximum letters of one passage, in UTF-16 units, and passages of one script: those of a caption document. */
const LONGEST_PASSAGE = 2_000
const MOST_PASSAGES = 500

/**
 * Joins neighbouring sentences to passages. A sentence too long for one, and passages after the 500th, are no part of the
 * result: they stay among the words.
 * @param texts all written words
 * @param sentences ranges of `texts`, in order, not overlapping
 */
export function joinSentences(texts: readonly string[], sentences: readonly WordRange[]): WordRange[] {
  const passages: WordRange[] = []
  for (const sentence of sentences) {
    if (lengthOf(texts, sentence) > LONGEST_PASSAGE) continue
    const open = passages.at(-1)
    const joined = { from: open?.from ?? 0, until: sentence.until }
    if (open?.until === sentence.from && lengthOf(texts, joined) <= LONGEST_PASSAGE) passages.splice(-1, 1, joined)
    else passages.push(sentence)
  }
  return passages.slice(0, MOST_PASSAGES)
}

function lengthOf(texts: readonly string[], { from, until }: WordRange): number {
  return texts.slice(from, until).join(' ').length
}

/** Where passages stand among the words that are said: after the word before, or else at the one after. */
export function placePassages(
  texts: readonly string[],
  passages: readonly WordRange[],
  spoken: readonly { readonly startMs: number; readonly endMs: number }[],
): UnspokenPassage[] {
  let left = 0
  return passages.map(({ from, until }) => {
    const place = from - left
    left += until - from
    const atMs = spoken[place - 1]?.endMs ?? spoken[place]?.startMs ?? 0
    return { text: texts.slice(from, until).join(' '), words: until - from, place, atMs }
  })
}
