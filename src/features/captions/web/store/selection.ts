import {
  type CaptionDocument,
  type Cue,
  cueIndexAt,
  cueOfWord,
  cuesOf,
  type Footprint,
  wordIndex,
} from '../../model/index.ts'

/** The selected words: the focused one, and the other end of the range. */
export type Selection = { readonly focus: string | null; readonly anchor: string | null }

export const NOTHING: Selection = { focus: null, anchor: null }

/** Indexes of the first and last selected word; null if none is. Costs the same for any number of words. */
export function selectedRange(
  doc: CaptionDocument,
  { focus, anchor }: Selection,
): { readonly first: number; readonly last: number } | null {
  if (focus === null) return null
  const ends = [wordIndex(doc, focus), wordIndex(doc, anchor ?? focus)].filter((place) => place >= 0)
  return ends.length === 0 ? null : { first: Math.min(...ends), last: Math.max(...ends) }
}

/** Ids of the selected words, in order. */
export function selectedIds(doc: CaptionDocument, selection: Selection): string[] {
  const range = selectedRange(doc, selection)
  return range === null ? [] : doc.words.slice(range.first, range.last + 1).map(({ id }) => id)
}

/** Ids of the captions with a selected word, in order. */
export function selectedCueIds(doc: CaptionDocument, selection: Selection): string[] {
  const range = selectedRange(doc, selection)
  if (range === null) return []
  return cuesOf(doc)
    .slice(cueIndexAt(doc, range.first), cueIndexAt(doc, range.last) + 1)
    .map(({ id }) => id)
}

/** A movement of the focus. */
export type Step = 'next' | 'previous' | 'nextCue' | 'previousCue' | 'cueStart' | 'cueEnd' | 'start' | 'end'

/** The word after a step; the same word at the end. */
export function stepFrom(doc: CaptionDocument, from: string, step: Step): string {
  const place = wordIndex(doc, from)
  const cue = cueOfWord(doc, from)
  if (place < 0 || cue === undefined) return doc.words[0]?.id ?? from
  switch (step) {
    case 'next':
      return doc.words[place + 1]?.id ?? from
    case 'previous':
      return doc.words[place - 1]?.id ?? from
    case 'nextCue':
      return besideInCue(doc, place, cue, 1) ?? cue.to
    case 'previousCue':
      return besideInCue(doc, place, cue, -1) ?? cue.from
    case 'cueStart':
      return cue.from
    case 'cueEnd':
      return cue.to
    case 'start':
      return doc.words[0]?.id ?? from
    case 'end':
      return doc.words.at(-1)?.id ?? from
    default:
      return step satisfies never
  }
}

/** The word at the same index in the neighbouring cue. */
function besideInCue(doc: CaptionDocument, place: number, cue: Cue, by: 1 | -1): string | undefined {
  const beside = cuesOf(doc)[cueIndexAt(doc, place) + by]
  if (beside === undefined) return undefined
  const into = place - wordIndex(doc, cue.from)
  return doc.words[Math.min(wordIndex(doc, beside.from) + into, wordIndex(doc, beside.to))]?.id
}

/** The word to focus after these words are deleted: the next one, or the previous. */
export function focusAfterDeleting(doc: CaptionDocument, ids: readonly string[]): string | null {
  const places = ids.map((id) => wordIndex(doc, id))
  return (doc.words[Math.max(...places) + 1] ?? doc.words[Math.min(...places) - 1])?.id ?? null
}

/**
 * The words that an undone or redone step brought back, selected if they stand together, otherwise the first of them; null
 * if it brought none.
 */
export function returnedSelection(
  before: CaptionDocument,
  after: CaptionDocument,
  footprint: Footprint,
): Selection | null {
  const places = [...footprint.keys()].flatMap((part) => {
    if (!part.startsWith(WORD_PART)) return []
    const id = part.slice(WORD_PART.length)
    return wordIndex(before, id) < 0 && wordIndex(after, id) >= 0 ? [wordIndex(after, id)] : []
  })
  const [first, ...others] = places.toSorted((a, b) => a - b)
  if (first === undefined) return null
  const last = others.at(-1) ?? first
  const isRange = last - first === others.length
  const anchor = after.words[first]?.id ?? null
  return { anchor, focus: isRange ? (after.words[last]?.id ?? null) : anchor }
}

const WORD_PART = 'word:'

/** The selection after others' edits: keeps its words, or moves to the nearest remaining one. */
export function survivingSelection(before: CaptionDocument, after: CaptionDocument, selection: Selection): Selection {
  const focus = survivor(before, after, selection.focus)
  const anchor = survivor(before, after, selection.anchor)
  return focus === selection.focus && anchor === selection.anchor ? selection : { focus, anchor }
}

function survivor(before: CaptionDocument, after: CaptionDocument, id: string | null): string | null {
  if (id === null || wordIndex(after, id) >= 0) return id
  const place = wordIndex(before, id)
  const there = (word: { readonly id: string }) => wordIndex(after, word.id) >= 0
  return (
    (before.words.slice(place + 1).find(there) ?? before.words.slice(0, Math.max(0, place)).findLast(there))?.id ?? null
  )
}
