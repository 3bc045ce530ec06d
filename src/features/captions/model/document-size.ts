import { AppError } from '#platform/shared/errors.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { type CaptionDocument, LATEST_MS, MOST_LETTERS, MOST_STYLES, MOST_WORDS, type Word } from './document.ts'
import type { Edit } from './edits/edit.ts'
import { MOST_PART_LETTERS, MOST_PARTS } from './document/limits.ts'
import { PART_LISTS } from './edits/edit-parts.ts'
import { indexOfId } from './id-index.ts'
import type { Splice } from './edits/splices.ts'

const knownLetters = new WeakMap<readonly Word[], number>()

/** The letters of a document that count towards `MOST_LETTERS`. Constant time after the first call on a list. */
export function lettersOf(words: readonly Word[]): number {
  const known = knownLetters.get(words)
  if (known !== undefined) return known
  const counted = words.reduce((sum, word) => sum + lettersIn(word), 0)
  knownLetters.set(words, counted)
  return counted
}

/**
 * Refuses growth beyond the limits of a document. A document that is already beyond them may shrink, or change in
 * place.
 * @param o.words words to add, default 0
 * @param o.letters letters to add, default 0
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
 * Checks the result of an edit against the limits of a document before the edit is applied.
 * @throws AppError `unprocessable` beyond them
 */
export function checkGrowth(
  doc: CaptionDocument,
  { words = [], style, overlayStyles = [], derivedStyles = [] }: Edit,
): void {
  const growth = stylesAdded(doc, [...(style === undefined ? [] : [style]), ...overlayStyles, ...derivedStyles])
  if (growth > 0 && Object.keys(doc.styles).length + growth > MOST_STYLES) refuseStyles()
  if (words.some(({ insert }) => insert.some(({ t1 }) => t1 > LATEST_MS)))
    throw new AppError('unprocessable', 'Captions cannot be that late in a video.')
  checkRoom(doc, {
    words: words.reduce((sum, { remove, insert }) => sum + insert.length - remove.length, 0),
    letters: words.reduce((sum, splice) => sum + lettersAdded(doc, splice), 0),
  })
}

/** The number of styles that an edit adds, less those it removes. */
function stylesAdded({ styles }: CaptionDocument, entries: NonNullable<Edit['derivedStyles']>): number {
  return entries.reduce((sum, { styleId, patch }) => {
    const isThere = Object.hasOwn(styles, styleId)
    return sum + (patch === null ? -Number(isThere) : Number(!isThere))
  }, 0)
}

/** @throws AppError `unprocessable` when a document exceeds its limits */
export function checkSize(doc: CaptionDocument): void {
  if (doc.words.length > MOST_WORDS) refuseWords()
  if (lettersOf(doc.words) > MOST_LETTERS) refuseLetters()
  if (Object.keys(doc.styles).length > MOST_STYLES) refuseStyles()
  checkPartsGrowth(undefined, doc)
}

/**
 * Refuses parts, or text in them, beyond the limits of a document, unless it had as much before.
 * @param before undefined for a new document
 * @throws AppError `unprocessable`
 */
export function checkPartsGrowth(before: CaptionDocument | undefined, after: CaptionDocument): void {
  for (const name of COUNTED_LISTS) {
    const count = after[name]?.length ?? 0
    if (count > MOST_PARTS[name] && count > (before?.[name]?.length ?? 0))
      throw new AppError(
        'unprocessable',
        `Captions hold at most ${formatNumber(MOST_PARTS[name])} ${PART_LABELS[name]}.`,
      )
  }
  const letters = partLetters(after)
  if (letters > MOST_PART_LETTERS && (before === undefined || letters > partLetters(before)))
    throw new AppError(
      'unprocessable',
      `Translations and notes hold at most ${formatNumber(MOST_PART_LETTERS)} letters.`,
    )
}

const COUNTED_LISTS = [...PART_LISTS, 'tracks'] as const

const PART_LABELS = {
  speakers: 'speakers',
  cuts: 'cuts',
  markers: 'markers',
  glossary: 'glossary entries',
  setAside: 'texts set aside',
  frames: 'frames',
  tracks: 'tracks',
} as const

/** The letters that count towards `MOST_PART_LETTERS`: all text outside words, and 40 for each translated cue. */
function partLetters(doc: CaptionDocument): number {
  const [main, ...translations] = doc.tracks
  const waived = main.cues.reduce((sum, { waivers }) => sum + textsIn(waivers), 0)
  const translated = translations.flatMap(({ cues }) => cues).reduce((sum, { text }) => sum + text.length + 40, 0)
  const { speakers, markers, glossary, setAside, overlays, qc } = doc
  return waived + translated + textsIn([speakers, markers, glossary, setAside, overlays, qc.waivers])
}

/** UTF-16 units of all texts in a value. */
function textsIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part: unknown) => sum + textsIn(part), 0)
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

function lettersIn({ text, raw, decor }: Word): number {
  return text.length + raw.length + (decor === undefined ? 0 : textsIn(decor))
}

function refuseWords(): never {
  throw new AppError('unprocessable', `Captions hold at most ${formatNumber(MOST_WORDS)} words.`)
}

function refuseLetters(): never {
  throw new AppError('unprocessable', `Captions hold at most ${formatNumber(MOST_LETTERS)} letters.`)
}

function refuseStyles(): never {
  throw new AppError('unprocessable', `Captions hold at most ${MOST_STYLES} styles.`)
}
