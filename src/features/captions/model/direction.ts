import { changedRange } from '#platform/shared/changed-range.ts'
import type { CaptionDocument, MainTrack, MediaFacts, Word } from './document.ts'

/** The words of one version of a document, and how many of them run right to left. */
type Counted = { readonly words: readonly Word[]; readonly rtl: number }

/** Keyed by the facts of the video: all versions of a document share that object. */
const lastCounted = new WeakMap<MediaFacts, Counted>()

/**
 * The direction of captions: right to left if most of their words are, else that of the track. The track alone is not
 * enough: captions that start empty get their words later.
 */
export function directionOf({ media, words, tracks: [main] }: CaptionDocument): MainTrack['dir'] {
  const rtl = countAfter(lastCounted.get(media), words)
  lastCounted.set(media, { words, rtl })
  return directionOfShare(rtl, words.length) === 'rtl' ? 'rtl' : main.dir
}

/** The direction of more than half of the words; left to right for no words. */
export function directionOfWords(words: readonly Word[]): MainTrack['dir'] {
  return directionOfShare(countRtl(words), words.length)
}

/** Counts only the words that differ from those counted before. */
function countAfter(known: Counted | undefined, words: readonly Word[]): number {
  if (known === undefined) return countRtl(words)
  if (known.words === words) return known.rtl
  const { start, endBefore, endAfter } = changedRange(known.words, words)
  return known.rtl - countRtl(known.words.slice(start, endBefore)) + countRtl(words.slice(start, endAfter))
}

function countRtl(words: readonly Word[]): number {
  return words.filter(({ text }) => /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}]/u.test(text)).length
}

function directionOfShare(rtl: number, all: number): MainTrack['dir'] {
  return rtl * 2 > all ? 'rtl' : 'ltr'
}
