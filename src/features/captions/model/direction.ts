import type { CaptionDocument, Track, Word } from './document.ts'

/**
 * Which way captions run: from right to left where most of their words do, whoever wrote them and when; else as the
 * track says. Captions that began empty know nothing of the words that are typed into them later.
 */
export function directionOf({ words, tracks: [main] }: CaptionDocument): Track['dir'] {
  return directionOfWords(words) === 'rtl' ? 'rtl' : main.dir
}

/** The direction of more than half of the words; from left to right where there are none. */
export function directionOfWords(words: readonly Word[]): Track['dir'] {
  const rtl = words.filter(({ text }) => /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}]/u.test(text)).length
  return rtl * 2 > words.length ? 'rtl' : 'ltr'
}
