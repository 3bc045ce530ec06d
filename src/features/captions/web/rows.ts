import { useMemo } from 'react'
import { type CaptionDocument, type Cue, cueSpan, cuesOf, type Word, wordIndex } from '../model/index.ts'

/** One caption as the transcript shows it. The same object as long as nothing in it changed. */
export type Row = { readonly cue: Cue; readonly words: readonly Word[]; readonly t0: number; readonly t1: number }

/** The transcript's rows; those an edit did not touch stay the same objects, and so are not rendered again. */
export function useRows(doc: CaptionDocument): readonly Row[] {
  return useMemo(() => cuesOf(doc).map((cue) => rowOf(doc, cue)), [doc])
}

/** The last row made of each cue object; an edit makes new objects of the cues it changes. */
const rowsOfCues = new WeakMap<Cue, Row>()

function rowOf(doc: CaptionDocument, cue: Cue): Row {
  const words = doc.words.slice(wordIndex(doc, cue.from), wordIndex(doc, cue.to) + 1)
  const row = { cue, words, ...cueSpan(doc, cue) }
  const before = rowsOfCues.get(cue)
  if (before !== undefined && isSame(before, row)) return before
  rowsOfCues.set(cue, row)
  return row
}

function isSame(one: Row, other: Row): boolean {
  const sameSpan = one.t0 === other.t0 && one.t1 === other.t1
  return sameSpan && one.words.length === other.words.length && one.words.every((word, at) => word === other.words[at])
}
