import { AppError } from '#platform/shared/errors.ts'
import { type CaptionDocument, LATEST_MS, MOST_LETTERS, MOST_STYLES, MOST_WORDS, type Word } from './document.ts'
import type { Edit } from './edit.ts'
import { indexOfId } from './id-index.ts'
import type { Splice } from './splices.ts'

const knownLetters = new WeakMap<readonly Word[], number>()

/** The letters of a document that count towards `MOST_LETTERS`. Constant time but for the first call on a list. */
export function lettersOf(words: readonly Word[]): number {
  const known = knownLetters.get(words)
  if (known !== undefined) return known
  const counted = words.reduce((sum, word) => sum + lettersIn(word), 0)
  knownLetters.set(words, counted)
  return counted
}

/**
 * Refuses growth beyond the limits of a document. One that is beyond them already may shrink, and change in place.
 * @param o.words how many more words, default 0
 * @param o.letters how many more letters, default 0
 * @throws AppError `unprocessable`
 */
export function checkRoom(
  doc: CaptionDocument,
  { words = 0, letters = 0 }: { words?: number; letters?: number },
): void {
  if (words > 0 && doc.words.length + words > MOST_WORDS) refuseWords()
  if (letters > 0 && lettersOf(doc.words) + letters > MOST_LETTERS) refuseLetters()
}

/**
 * Checks what an edit would make against the limits of a document, before it is made.
 * @throws AppError `unprocessable` when it is beyond them
 */
export function checkGrowth(doc: CaptionDocument, { words = [], style }: Edit): void {
  const isNewStyle = style !== undefined && style.patch !== null && !Object.hasOwn(doc.styles, style.styleId)
  if (isNewStyle && Object.keys(doc.styles).length >= MOST_STYLES) refuseStyles()
  if (words.some(({ insert }) => insert.some(({ t1 }) => t1 > LATEST_MS)))
    throw new AppError('unprocessable', 'That is later than captions may be.')
  checkRoom(doc, {
    words: words.reduce((sum, { remove, insert }) => sum + insert.length - remove.length, 0),
    letters: words.reduce((sum, splice) => sum + lettersAdded(doc, splice), 0),
  })
}

/** @throws AppError `unprocessable` when a document is beyond its limits */
export function checkSize(doc: CaptionDocument): void {
  if (doc.words.length > MOST_WORDS) refuseWords()
  if (lettersOf(doc.words) > MOST_LETTERS) refuseLetters()
  if (Object.keys(doc.styles).length > MOST_STYLES) refuseStyles()
}

/** Lets a list made by an edit share the count of the one before it. */
export function inheritLetters(doc: CaptionDocument, next: readonly Word[], splices: readonly Splice<Word>[]): void {
  const added = splices.reduce((sum, splice) => sum + lettersAdded(doc, splice), 0)
  knownLetters.set(next, lettersOf(doc.words) + added)
}

function lettersAdded({ words }: CaptionDocument, { remove, insert }: Splice<Word>): number {
  const removed = remove.reduce((sum, id) => {
    const word = words[indexOfId(words, id)]
    return sum + (word === undefined ? 0 : lettersIn(word))
  }, 0)
  return insert.reduce((sum, word) => sum + lettersIn(word), 0) - removed
}

function lettersIn({ text, raw }: Word): number {
  return text.length + raw.length
}

function refuseWords(): never {
  throw new AppError('unprocessable', `Captions hold at most ${MOST_WORDS.toLocaleString('en')} words.`)
}

function refuseLetters(): never {
  throw new AppError('unprocessable', `Captions hold at most ${MOST_LETTERS.toLocaleString('en')} letters.`)
}

function refuseStyles(): never {
  throw new AppError('unprocessable', `Captions hold at most ${MOST_STYLES} styles.`)
}
