import { AppError } from '#platform/shared/errors.ts'
import type { TypedWord } from './command-fields.ts'
import { type CaptionDocument, type Cue, cuesOf, type Word } from '../document.ts'
import type { Edit } from './edit.ts'
import { boundariesOf } from '../breaks/boundaries.ts'
import { breakLines } from '../breaks/line-breaks.ts'
import { phrasesOf } from '../phrases/phrases-of.ts'
import { PROFILES } from '../breaks/profiles.ts'
import { shownWords } from '../words/shown-text.ts'
import { cueIndexAt, wordIndex } from '../timing/spans.ts'
import type { Splice } from './splices.ts'
import { joinBetween } from '../breaks/text-width.ts'
import { followWords } from '../translations.ts'

/**
 * The edit that replaces words, each by none, one or several. The cues follow: their ends move to the remaining words,
 * their lines are broken again, and an empty cue is removed. Translations follow in the same way.
 * @param replacements the new words for each index of `doc.words`
 * @param retime changes the times set by hand of each cue with replaced words
 */
export function replaceWords(
  doc: CaptionDocument,
  replacements: ReadonlyMap<number, readonly Word[]>,
  retime?: (cue: Cue) => Cue,
): Edit {
  const places = [...replacements.keys()].toSorted((a, b) => a - b)
  const parts = followWords(doc, places, replacements)
  return {
    words: wordSplices(doc, places, replacements),
    cues: cueSplices(doc, places, replacements, retime),
    ...(parts && { parts }),
  }
}

/**
 * The edit that changes words in place; their ids stay.
 * @throws AppError `unprocessable` when one is not in the document
 */
export function changeWords(doc: CaptionDocument, ids: readonly string[], change: (word: Word) => Word): Edit {
  const changed = ids.map((id) => {
    const place = placeOfWord(doc, id)
    return [place, [change(wordAt(doc, place))]] as const
  })
  return replaceWords(doc, new Map(changed))
}

function wordSplices(
  doc: CaptionDocument,
  places: readonly number[],
  replacements: ReadonlyMap<number, readonly Word[]>,
): Splice<Word>[] {
  const splices: Splice<Word>[] = []
  let last = -2
  for (const place of places) {
    const { id } = wordAt(doc, place)
    const running = place === last + 1 ? splices.at(-1) : undefined
    const splice = running ?? { after: doc.words[place - 1]?.id ?? null, remove: [], insert: [] }
    if (running === undefined) splices.push(splice)
    splice.remove.push(id)
    for (const word of replacements.get(place) ?? []) splice.insert.push(word)
    last = place
  }
  return splices
}

function cueSplices(
  doc: CaptionDocument,
  places: readonly number[],
  replacements: ReadonlyMap<number, readonly Word[]>,
  retime = (cue: Cue) => cue,
): Splice<Cue>[] {
  const cues = cuesOf(doc)
  return [...new Set(places.map((place) => cueIndexAt(doc, place)))].flatMap((at) => {
    const cue = cues[at]
    if (cue === undefined) return []
    const words: Word[] = []
    const end = wordIndex(doc, cue.to)
    for (let place = wordIndex(doc, cue.from); place <= end; place++)
      for (const word of replacements.get(place) ?? [wordAt(doc, place)]) words.push(word)
    const next = cueOver(doc, retime(cue), words)
    return isSameCue(cue, next)
      ? []
      : [{ after: cues[at - 1]?.id ?? null, remove: [cue.id], insert: next === undefined ? [] : [next] }]
  })
}

/** The cue over these words, with its lines broken again; undefined for no words. */
export function cueOver(doc: CaptionDocument, cue: Cue, words: readonly Word[]): Cue | undefined {
  const [first] = words
  const last = words.at(-1)
  if (first === undefined || last === undefined) return undefined
  const broken = new Set(cue.breaks)
  const manualBreaks = () => words.slice(1).flatMap(({ id }) => (broken.has(id) ? [id] : []))
  const breaks = cue.locked === true ? manualBreaks() : balancedBreaks(doc, shownWords(words))
  return { ...cue, from: first.id, to: last.id, breaks }
}

function balancedBreaks({ lang, qc }: CaptionDocument, words: readonly Word[]): string[] {
  return breakLines(words, PROFILES[qc.profile], boundariesOf(words, phrasesOf(lang)).costs)
}

function isSameCue(cue: Cue, next: Cue | undefined): boolean {
  return (
    next?.from === cue.from &&
    next.to === cue.to &&
    next.t0 === cue.t0 &&
    next.t1 === cue.t1 &&
    next.breaks.length === cue.breaks.length &&
    next.breaks.every((id, at) => id === cue.breaks[at])
  )
}

/** @throws AppError `unprocessable` when the word is not in the document */
export function placeOfWord(doc: CaptionDocument, id: string): number {
  const place = wordIndex(doc, id)
  if (place < 0) throw new AppError('unprocessable', 'That word is no longer in the captions.', { word: id })
  return place
}

/** @throws RangeError outside the list: a defect, not a refusal */
export function wordAt(doc: CaptionDocument, place: number): Word {
  const word = doc.words[place]
  if (word === undefined) throw new RangeError(`no word at place ${place}`)
  return word
}

/** A typed word with the time from its command. */
export function typedWord(
  { id, text, join }: TypedWord,
  before: string | undefined,
  { t0, t1 }: { t0: number; t1: number },
): Word {
  return { id, t0, t1, text, raw: '', timing: 'interpolated', tags: [], join: join ?? joinBetween(before, text) }
}
