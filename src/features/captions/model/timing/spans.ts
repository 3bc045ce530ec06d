import { type CaptionDocument, type Cue, cuesOf, type Word } from '../document.ts'
import { indexOfId } from '../id-index.ts'

/** Start and end on screen, whole ms of media time, `t0 < t1`. */
export type Span = { readonly t0: number; readonly t1: number }

/** The index of a word in `doc.words`, or -1. */
export function wordIndex(doc: CaptionDocument, wordId: string): number {
  return indexOfId(doc.words, wordId)
}

/** The index of a cue in the main track, or -1. */
export function cueIndex(doc: CaptionDocument, cueId: string): number {
  return indexOfId(cuesOf(doc), cueId)
}

/** The words of a cue, in order. */
export function wordsOf(doc: CaptionDocument, cue: Cue): readonly Word[] {
  return doc.words.slice(wordIndex(doc, cue.from), wordIndex(doc, cue.to) + 1)
}

/** The words of a cue, line by line. */
export function linesOf(doc: CaptionDocument, cue: Cue): readonly (readonly Word[])[] {
  const lines: Word[][] = []
  const breaks = new Set(cue.breaks)
  for (const word of wordsOf(doc, cue)) {
    const line = lines.at(-1)
    if (line === undefined || breaks.has(word.id)) lines.push([word])
    else line.push(word)
  }
  return lines
}

/** The cue a word belongs to. */
export function cueOfWord(doc: CaptionDocument, wordId: string): Cue | undefined {
  const at = wordIndex(doc, wordId)
  return at < 0 ? undefined : cuesOf(doc)[cueIndexAt(doc, at)]
}

/** The index of the cue that holds the word at `index` of `doc.words`. */
export function cueIndexAt(doc: CaptionDocument, index: number): number {
  const cues = cuesOf(doc)
  let low = 0
  let high = cues.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const cue = cues[middle]
    if (cue !== undefined && wordIndex(doc, cue.from) <= index) low = middle
    else high = middle - 1
  }
  return low
}

/** The index of the word spoken at `tMs`, or of the last one before; -1 before the first. */
export function wordIndexAtTime(doc: CaptionDocument, tMs: number): number {
  let low = 0
  let high = doc.words.length
  while (low < high) {
    const middle = (low + high) >> 1
    const word = doc.words[middle]
    if (word !== undefined && word.t0 <= tMs) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Words as one text, with the spaces of their script. */
export function textOf(words: readonly Word[]): string {
  return words.map((word, at) => (at === 0 || word.join === 'none' ? word.text : ` ${word.text}`)).join('')
}
