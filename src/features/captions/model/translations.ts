import type { CaptionDocument, TranslationCue, TranslationTrack, Word } from './document.ts'
import type { PartsEdit } from './edits/edit-parts.ts'
import { wordIndex } from './timing/spans.ts'
import type { Splice } from './edits/splices.ts'

/** The tracks other than the main one. */
export function translationsOf(doc: CaptionDocument): readonly TranslationTrack[] {
  const [, ...translations] = doc.tracks
  return translations
}

/**
 * The changes of translations when words are replaced: their ends move to the remaining words, and a translation
 * without words is removed.
 * @param places indexes of the replaced words, in order
 * @param replacements the new words at each index
 * @returns undefined when nothing changes
 */
export function followWords(
  doc: CaptionDocument,
  places: readonly number[],
  replacements: ReadonlyMap<number, readonly Word[]>,
): PartsEdit | undefined {
  const changed = translationsOf(doc).flatMap(({ id, cues }) => {
    const splices = cuesAtPlaces(doc, cues, places).flatMap(([cue, before]): Splice<TranslationCue>[] => {
      const [from, to] = rangeAfter(doc, cue, replacements)
      if (from === cue.from && to === cue.to) return []
      const insert = from === undefined || to === undefined ? [] : [{ ...cue, from, to }]
      return [{ after: before?.id ?? null, remove: [cue.id], insert }]
    })
    return splices.length > 0 ? [{ track: id, splices }] : []
  })
  return changed.length > 0 ? { translationCues: changed } : undefined
}

type Found = readonly [cue: TranslationCue, before: TranslationCue | undefined]

/** The cues that contain one of these indexes, each once, with the cue before it. */
function cuesAtPlaces(
  doc: CaptionDocument,
  cues: readonly TranslationCue[],
  places: readonly number[],
): readonly Found[] {
  const found: Found[] = []
  let until = -1
  for (const place of places) {
    if (place <= until) continue
    const at = lastCueFrom(doc, cues, place)
    const cue = cues[at]
    if (cue === undefined || wordIndex(doc, cue.to) < place) continue
    found.push([cue, cues[at - 1]])
    until = wordIndex(doc, cue.to)
  }
  return found
}

/** The index of the last cue that starts at or before this word, or -1. */
function lastCueFrom(doc: CaptionDocument, cues: readonly TranslationCue[], place: number): number {
  let low = 0
  let high = cues.length
  while (low < high) {
    const middle = (low + high) >> 1
    const cue = cues[middle]
    if (cue !== undefined && wordIndex(doc, cue.from) <= place) low = middle + 1
    else high = middle
  }
  return low - 1
}

function rangeAfter(
  doc: CaptionDocument,
  { from, to }: TranslationCue,
  replacements: ReadonlyMap<number, readonly Word[]>,
): readonly [from: string | undefined, to: string | undefined] {
  const [start, end] = [wordIndex(doc, from), wordIndex(doc, to)]
  const wordsNowAt = (place: number): readonly Word[] => replacements.get(place) ?? doc.words.slice(place, place + 1)
  let first = start
  while (first <= end && wordsNowAt(first).length === 0) first++
  let last = end
  while (last >= first && wordsNowAt(last).length === 0) last--
  return first > end ? [undefined, undefined] : [wordsNowAt(first)[0]?.id, wordsNowAt(last).at(-1)?.id]
}
