import type { Tx } from '#platform/server/db.ts'
import type { RewrittenWord } from '#features/transcription/model/index.ts'
// Imports files, not the model's index, so that the thread loads no more than it needs.
import type { CaptionDocument } from '../../model/document.ts'
import type { Edit } from '../../model/edits/edit.ts'
import { wordIndex, wordIndexAtTime } from '../../model/timing/spans.ts'

/** Words that left the captions of a project, for features that refer to words. */
export type RemovedWords = {
  readonly projectId: string
  /** True for a new transcript: its words have ids of their own, which may equal those of other, removed words. */
  readonly isReplacement: boolean
  /**
   * The word beside a removed one that is still there: the one before it, else the one after it.
   * @returns null if no word is left, undefined for a word that was not removed
   */
  neighbourOf(wordId: string): string | null | undefined
}

/** Receives removed words in the transaction that removes them; an error undoes it. */
export type OnWordsRemoved = (tx: Tx, removed: RemovedWords) => Promise<unknown>

/** A removed word and its neighbour; null if no word is left. */
export type RemovedWord = readonly [wordId: string, neighbourId: string | null]

/** The words that edits removed, each with its neighbour. The cost depends on the edits, not on the document. */
export function removedBetween(
  before: CaptionDocument,
  after: CaptionDocument,
  effects: readonly Edit[],
): readonly RemovedWord[] {
  const removed = effects.flatMap(({ words = [] }) => words.flatMap(({ remove }) => remove))
  const places = [...new Set(removed)]
    .filter((id) => wordIndex(after, id) < 0)
    .map((id) => wordIndex(before, id))
    .filter((place) => place >= 0)
    .toSorted((a, b) => a - b)
  const gone = new Set(places)
  const neighbours = new Map<number, string | null>()
  const isLeft = (place: number) => !gone.has(place)
  for (const place of places) {
    const known = neighbours.get(place - 1)
    neighbours.set(place, known === undefined ? neighbourAt(before, place, isLeft) : known)
  }
  return places.flatMap((place): RemovedWord[] => {
    const word = before.words[place]
    return word === undefined ? [] : [[word.id, neighbours.get(place) ?? after.words[0]?.id ?? null]]
  })
}

const ENDS_SENTENCE = /[.!?…][\p{Pe}\p{Pf}"']*$/u

/** The recognised words whose text edits changed. The cost depends on the edits, not on the document. */
export function rewrittenBetween(
  before: CaptionDocument,
  after: CaptionDocument,
  effects: readonly Edit[],
): readonly RewrittenWord[] {
  const ids = new Set(effects.flatMap(({ words = [] }) => words.flatMap(({ insert }) => insert.map(({ id }) => id))))
  return [...ids].flatMap((wordId): RewrittenWord[] => {
    const place = wordIndex(after, wordId)
    const word = after.words[place]
    if (word === undefined || word.text === before.words[wordIndex(before, wordId)]?.text) return []
    const last = after.words[place - 1]
    const beginsSentence = last === undefined || ENDS_SENTENCE.test(last.text)
    return [{ wordId, heard: word.raw, text: word.text, beginsSentence }]
  })
}

function neighbourAt(doc: CaptionDocument, place: number, isLeft: (place: number) => boolean): string | null {
  if (place > 0) return doc.words[place - 1]?.id ?? null
  let next = place + 1
  while (next < doc.words.length && !isLeft(next)) next++
  return doc.words[next]?.id ?? null
}

/** Finds neighbours among removed words. */
export function neighboursIn(projectId: string, removed: readonly RemovedWord[]): RemovedWords {
  const neighbours = new Map(removed)
  return { projectId, isReplacement: false, neighbourOf: (wordId) => neighbours.get(wordId) }
}

/** Finds the words of a new transcript that are spoken when removed ones were. */
export function neighboursAtTime(projectId: string, before: CaptionDocument, after: CaptionDocument): RemovedWords {
  return {
    projectId,
    isReplacement: true,
    neighbourOf(wordId) {
      const word = before.words[wordIndex(before, wordId)]
      if (word === undefined) return undefined
      const place = wordIndexAtTime(after, (word.t0 + word.t1) / 2)
      return after.words[Math.max(0, place)]?.id ?? null
    },
  }
}
