import { type CaptionDocument, type Cue, cuesOf, type Word } from '../document.ts'
import { cueSpan } from './cue-span.ts'
import { cueOfWord, wordIndex, wordIndexAtTime, wordsOf } from './spans.ts'

/** Most entrances of templates, and the movements of new emoji, end within this time, ms. */
const ENTRANCE_MS = 600

/**
 * A moment while a word is spoken at which it and the words before it have entered its caption, with their emoji; at the
 * latest in the middle between its start and the next word or the end of its caption, whose exit takes at most half.
 * @returns ms of media time
 */
export function restTime(doc: CaptionDocument, word: Word): number {
  const cue = cueOfWord(doc, word.id)
  return cue === undefined ? word.t0 : restIn(doc, cue, word)
}

/**
 * The moment at which captions open: the caption at a time, or the first visible one after it, with all its words, which
 * have entered.
 * @param fromMs default: the first caption
 * @returns ms of media time; undefined without a visible caption
 */
export function openingTime(doc: CaptionDocument, fromMs = 0): number | undefined {
  const word = doc.words[Math.max(0, wordIndexAtTime(doc, fromMs))]
  const cues = cuesOf(doc)
  const at = word === undefined ? 0 : cues.findIndex((cue) => cue === cueOfWord(doc, word.id))
  for (const cue of cues.slice(Math.max(0, at))) {
    const time = cueRestTime(doc, cue)
    if (time !== undefined) return time
  }
  return undefined
}

/**
 * A moment at which all visible words of a caption have entered, and it has not begun to leave.
 * @returns ms of media time; undefined without a visible word
 */
export function cueRestTime(doc: CaptionDocument, cue: Cue): number | undefined {
  // A caption that ends by hand may leave out its last words.
  const { t1 } = cueSpan(doc, cue)
  const last = wordsOf(doc, cue).findLast(({ hidden, t0 }) => hidden !== true && t0 < t1)
  return last && restIn(doc, cue, last)
}

function restIn(doc: CaptionDocument, cue: Cue, word: Word): number {
  const span = cueSpan(doc, cue)
  const next = cue.to === word.id ? undefined : doc.words[wordIndex(doc, word.id) + 1]
  // A word after the end of its caption is shown at that end.
  const start = Math.max(span.t0, Math.min(word.t0, span.t1 - 1))
  const end = Math.max(start, Math.min(next?.t0 ?? span.t1, span.t1))
  return start + Math.min(ENTRANCE_MS, Math.floor((end - start) / 2))
}
