import { type CaptionDocument, type SuggestionList, textOf, type Word, wordIndex } from '../../../model/index.ts'

/**
 * How a suggestion concerns a word: `waiting` for one that is not applied over the captions, `beside` for a word next
 * to removed ones.
 */
export type WordMark = {
  readonly kind: 'added' | 'changed' | 'formatted' | 'beside' | 'waiting'
  /** The text that was there before; null for none. */
  readonly was: string | null
  /** Removed words after the last word. Default: none. */
  readonly wasAfter?: string
}

/**
 * The marks of words that suggestions change.
 * @param layers for each suggestion, the words that it changes, adds or removes
 */
export function marksBetween(
  live: CaptionDocument,
  doc: CaptionDocument,
  layers: readonly { readonly wordIds: readonly string[] }[],
): Map<string, WordMark> {
  const marks = new Map<string, WordMark>()
  const removed: number[] = []
  for (const { wordIds } of layers) {
    const changes = wordIds.map((id) => changeOf(live, doc, id))
    const isTextual = changes.some(({ type }) => type !== 'same')
    for (const { type, id, was, place } of changes) {
      if (type === 'added') marks.set(id, { kind: 'added', was: null })
      else if (type === 'changed') marks.set(id, { kind: 'changed', was })
      else if (type === 'removed') removed.push(place)
      // A text edit also moves the times of words beside it.
      else if (!isTextual && place >= 0 && !marks.has(id)) marks.set(id, { kind: 'formatted', was: null })
    }
  }
  for (const run of runsOf(removed)) addRemoved(marks, { live, doc, run })
  return marks
}

/** The marks of words with waiting suggestions. */
export function waitingMarks({ waiting }: SuggestionList, isShown: (id: string) => boolean): Map<string, WordMark> {
  const marks = new Map<string, WordMark>()
  for (const { id, wordIds } of waiting)
    if (isShown(id)) for (const wordId of wordIds) marks.set(wordId, { kind: 'waiting', was: null })
  return marks
}

type Change = {
  readonly type: 'added' | 'changed' | 'removed' | 'same'
  readonly id: string
  readonly was: string | null
  /** In the captions without suggestions; -1 if it is not there. */
  readonly place: number
}

function changeOf(live: CaptionDocument, doc: CaptionDocument, id: string): Change {
  const place = wordIndex(live, id)
  const [was, is] = [live.words[place], doc.words[wordIndex(doc, id)]]
  const text = was?.text ?? null
  if (is === undefined) return { type: was === undefined ? 'same' : 'removed', id, was: text, place }
  if (was === undefined) return { type: 'added', id, was: null, place }
  return { type: was.text === is.text ? 'same' : 'changed', id, was: text, place }
}

/** Groups of neighbouring places, in order. */
function runsOf(places: readonly number[]): number[][] {
  const runs: number[][] = []
  for (const place of [...new Set(places)].toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last?.at(-1) === place - 1) last.push(place)
    else runs.push([place])
  }
  return runs
}

/** Shows removed words before the next word that is left, or after the last one. */
function addRemoved(
  marks: Map<string, WordMark>,
  { live, doc, run }: { live: CaptionDocument; doc: CaptionDocument; run: readonly number[] },
): void {
  const words = run.map((place) => live.words[place]).filter((word): word is Word => word !== undefined)
  const text = textOf(words)
  const isLeft = ({ id }: Word) => wordIndex(doc, id) >= 0
  const next = live.words.slice((run.at(-1) ?? 0) + 1).find(isLeft)
  if (next !== undefined) {
    const mark = marks.get(next.id)
    const was = mark?.was === undefined || mark.was === null ? text : `${text} ${mark.was}`
    marks.set(next.id, { kind: 'beside', ...mark, was })
    return
  }
  const last = doc.words.at(-1)
  if (last !== undefined) marks.set(last.id, { kind: 'beside', was: null, ...marks.get(last.id), wasAfter: text })
}
