import { type ChangedRange, changedRange } from '#platform/shared/changed-range.ts'
import { AppError } from '#platform/shared/errors.ts'
import { checkParts } from './parts/check-parts.ts'
import { type CaptionDocument, cuesOf } from './document.ts'
import { cueIndexAt, wordIndex } from './timing/spans.ts'

/**
 * Checks the invariants that the schema cannot express: words are in order and do not overlap, ids are unique, cues
 * cover all words in order, and line breaks lie inside their cue. Includes `checkParts`.
 * @throws AppError `unprocessable` at the first violation
 */
export function checkDocument(doc: CaptionDocument): void {
  refuseDuplicates(doc.words, (id) => `Two words have the id ${id}.`)
  refuseDuplicates(cuesOf(doc), (id) => `Two captions have the id ${id}.`)
  checkPart(doc, { words: [0, doc.words.length], cues: [0, cuesOf(doc).length] })
  checkParts(doc)
}

/**
 * Checks only what an edit changed and the captions beside it: the cost depends on the edit, not on the length of the
 * document.
 * @param before a valid document; the edit fitted it, so its new ids are unique
 * @throws AppError as `checkDocument`
 */
export function checkEdit(before: CaptionDocument, after: CaptionDocument): void {
  checkTouched(before, after)
  checkParts(after, before)
}

function checkTouched(before: CaptionDocument, after: CaptionDocument): void {
  const cues = cuesOf(before)
  const touched = touchedCues(before, after)
  if (touched.length === 0) return
  const [first, last] = [Math.min(...touched), Math.max(...touched)]
  const [left, right] = [cues[first - 1], cues[last + 1]]
  const start = left === undefined ? 0 : wordIndex(before, left.to) + 1
  const end = right === undefined ? before.words.length : wordIndex(before, right.from)
  checkPart(after, {
    words: [start, end + after.words.length - before.words.length],
    cues: [Math.max(0, first), last + 1 + cuesOf(after).length - cues.length],
  })
}

/** Indexes of the first and last cues that changed, or whose words changed, and of their neighbours; -1 for none. */
function touchedCues(before: CaptionDocument, after: CaptionDocument): number[] {
  const beside = ({ start, endBefore }: ChangedRange, count: number) => [
    Math.max(0, start - 1),
    Math.min(count - 1, endBefore),
  ]
  const cues = changedRange(cuesOf(before), cuesOf(after))
  const words = changedRange(before.words, after.words)
  return [
    ...(isEmpty(cues) ? [] : beside(cues, cuesOf(before).length)),
    ...(isEmpty(words)
      ? []
      : beside(words, before.words.length).map((place) => (place < 0 ? -1 : cueIndexAt(before, place)))),
  ]
}

function isEmpty({ start, endBefore, endAfter }: ChangedRange): boolean {
  return start === endBefore && start === endAfter
}

/** From the first index to one past the last. */
type Range = readonly [start: number, end: number]

/** Checks that the words of a range and their neighbours are in order, and that its cues cover exactly those words. */
function checkPart(doc: CaptionDocument, { words, cues }: { words: Range; cues: Range }): void {
  checkTimes(doc, words)
  checkCues(doc, cues, words)
}

function checkTimes({ words }: CaptionDocument, [start, end]: Range): void {
  let free = words[start - 1]?.t1 ?? 0
  for (const { id, t0, t1 } of words.slice(start, end)) {
    if (t0 < free || t1 <= t0) refuse(`The word ${id} overlaps the one before it or ends before it starts.`)
    free = t1
  }
  const next = words[end]
  if (next !== undefined && next.t0 < free)
    refuse(`The word ${next.id} overlaps the one before it or ends before it starts.`)
}

function checkCues(doc: CaptionDocument, cues: Range, [start, end]: Range): void {
  let place = start
  for (const { id, from, to, breaks } of cuesOf(doc).slice(...cues)) {
    if (doc.words[place]?.id !== from) refuse(`The caption ${id} does not begin where the one before it ends.`)
    let broken = 0
    while (place < end && doc.words[place]?.id !== to) {
      place += 1
      if (breaks[broken] !== undefined && breaks[broken] === doc.words[place]?.id) broken += 1
    }
    if (place >= end) refuse(`The caption ${id} ends with a word that is not there.`)
    if (broken < breaks.length) refuse(`The caption ${id} breaks a line at a word that is not inside it.`)
    place += 1
  }
  if (place < end) refuse('Some words are in no caption.')
}

function refuseDuplicates(items: readonly { readonly id: string }[], message: (id: string) => string): void {
  const ids = new Set<string>()
  for (const { id } of items) {
    if (ids.has(id)) refuse(message(id))
    ids.add(id)
  }
}

function refuse(message: string): never {
  throw new AppError('unprocessable', message)
}
