import { type CaptionDocument, type Cue, cuesOf, type Word } from '../document.ts'
import { lettersOf } from '../document-size.ts'
import { cueIndexAt, wordIndex, wordsOf } from '../timing/spans.ts'

/** Steps for one word that a command replaces, removes or breaks into lines, without its letters. */
export const WORD_STEPS = 4
/** Letters that a command measures or copies for one step. */
export const LETTERS_PER_STEP = 8
/** Items of a list that a command checks or indexes for one step. */
const CHECKED_PER_STEP = 5
/** A change of more items than this rebuilds the index of the document. */
const FEW = 50

/** Steps to break the lines of every cue with one of these words, and of `beside` cues on each side. */
export function cueSteps(doc: CaptionDocument, wordIds: readonly string[], beside = 0): number {
  const cues = new Set<Cue>()
  for (const id of wordIds) {
    const place = wordIndex(doc, id)
    if (place < 0) continue
    const at = cueIndexAt(doc, place)
    for (const cue of cuesOf(doc).slice(Math.max(0, at - beside), at + beside + 1)) cues.add(cue)
  }
  return [...cues].reduce((sum, cue) => sum + wordSteps(wordsOf(doc, cue)) + cue.breaks.length, 0)
}

/** Steps to time typed words by their syllables and add them to a caption. */
export function typedSteps(words: readonly Pick<Word, 'text'>[]): number {
  return 2 * wordSteps(words)
}

/** Steps to read all words and their letters once. */
export function allWordsSteps(doc: CaptionDocument): number {
  return doc.words.length * WORD_STEPS + lettersOf(doc.words) / LETTERS_PER_STEP
}

/** Steps to change this many words or cues that a command names individually. */
export function listSteps(doc: CaptionDocument, count: number): number {
  return count * WORD_STEPS + (count > FEW ? checkSteps(doc) : 0)
}

/** Steps to check or index the whole document. */
export function checkSteps(doc: CaptionDocument): number {
  return (doc.words.length + cueCount(doc)) / CHECKED_PER_STEP
}

/** The number of cues in all tracks of a document. */
export function cueCount({ tracks }: CaptionDocument): number {
  return tracks.reduce((sum, { cues }) => sum + cues.length, 0)
}

function wordSteps(words: readonly Pick<Word, 'text'>[]): number {
  return words.reduce((sum, { text }) => sum + WORD_STEPS + text.length / LETTERS_PER_STEP, 0)
}
