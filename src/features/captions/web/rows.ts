import { useMemo, useRef } from 'react'
import { type CaptionDocument, type Cue, cueSpan, cuesOf, type Word, wordIndex } from '../model/index.ts'

/** One caption as the transcript shows it. The same object as long as nothing in it changed. */
export type Row = { readonly cue: Cue; readonly words: readonly Word[]; readonly t0: number; readonly t1: number }

/** The transcript's rows; those an edit did not touch stay the same objects, and so are not rendered again. */
export function useRows(doc: CaptionDocument): readonly Row[] {
  const known = useRef<ReadonlyMap<string, Row>>(new Map())
  return useMemo(() => {
    const rows = cuesOf(doc).map((cue) => reuse(known.current.get(cue.id), rowOf(doc, cue)))
    known.current = new Map(rows.map((row) => [row.cue.id, row]))
    return rows
  }, [doc])
}

function rowOf(doc: CaptionDocument, cue: Cue): Row {
  const words = doc.words.slice(wordIndex(doc, cue.from), wordIndex(doc, cue.to) + 1)
  return { cue, words, ...cueSpan(doc, cue) }
}

function reuse(before: Row | undefined, now: Row): Row {
  const same = before?.cue === now.cue && before.t0 === now.t0 && before.t1 === now.t1 && before.words.length === now.words.length && before.words.every((word, at) => word === now.words[at])
  return same ? before : now
}
