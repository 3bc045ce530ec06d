import { type CaptionDocument, cuesOf, type Word } from '../document.ts'
import { PART_LISTS, PART_VALUES } from '../edits/edit-parts.ts'
import { translationsOf } from '../translations.ts'
import { alignItems, type ItemPair } from './align-items.ts'
import { isSameValue } from '../edits/same-value.ts'

/** How a word differs: `formatted` in its emphasis, style or speaker. A word can be changed and retimed. */
export type WordMark = 'same' | 'added' | 'removed' | 'changed' | 'retimed' | 'formatted'

/** One word of a comparison. */
export type ComparedWord = {
  readonly mark: WordMark
  /** The word in the later version; in the earlier one if it was removed. */
  readonly word: Word
  /** The text in the earlier version, if it changed. */
  readonly was?: string
  /** How much later the word starts and ends in the later version, ms; absent if its times are the same. */
  readonly movedMs?: { readonly start: number; readonly end: number }
}

/** Words that differ, with the words around them. */
export type Difference = {
  /** The id of its first differing word. */
  readonly id: string
  readonly words: readonly ComparedWord[]
}

/** What changed from one version of the captions to a later one. */
export type Comparison = {
  /** Words by how they differ. A word that is changed and retimed counts as both. */
  readonly counts: Readonly<Record<Exclude<WordMark, 'same'>, number>>
  /** Captions that hold other words, lines, times or places. */
  readonly captions: number
  /** Other parts that differ, in product English: “look”, “markers”. */
  readonly parts: readonly string[]
  /** In media order. */
  readonly differences: readonly Difference[]
}

/** Words shown on each side of a difference, and the maximum words of one difference. */
const AROUND = 2
const MOST_WORDS = 40

/** Compares two versions of the captions by the ids of their words. Takes n log n steps. */
export function compareVersions(before: CaptionDocument, after: CaptionDocument): Comparison {
  const words = compareWords(before.words, after.words)
  const counts = { added: 0, removed: 0, changed: 0, retimed: 0, formatted: 0 }
  for (const { mark, movedMs } of words) {
    if (mark !== 'same') counts[mark] += 1
    if (movedMs !== undefined && mark !== 'retimed') counts.retimed += 1
  }
  return {
    counts,
    captions: countCaptions(before, after),
    parts: changedParts(before, after),
    differences: differencesIn(words),
  }
}

/** Whether two versions are the same for a viewer. */
export function isUnchanged({ counts, captions, parts }: Comparison): boolean {
  return captions === 0 && parts.length === 0 && Object.values(counts).every((count) => count === 0)
}

function compareWords(before: readonly Word[], after: readonly Word[]): ComparedWord[] {
  const compared: ComparedWord[] = []
  let [at, place]: [number, number] = [0, 0]
  const pairs: ItemPair[] = [...alignItems(before, after), [before.length, after.length]]
  for (const [end, nextPlace] of pairs) {
    for (const word of before.slice(at, end)) compared.push({ mark: 'removed', word })
    for (const word of after.slice(place, nextPlace)) compared.push({ mark: 'added', word })
    const [was, word] = [before[end], after[nextPlace]]
    if (was !== undefined && word !== undefined) compared.push(compareWord(was, word))
    at = end + 1
    place = nextPlace + 1
  }
  return compared
}

function compareWord(was: Word, word: Word): ComparedWord {
  if (was === word) return { mark: 'same', word }
  const start = word.t0 - was.t0
  const end = word.t1 - was.t1
  const movedMs = start === 0 && end === 0 ? {} : { movedMs: { start, end } }
  if (was.text !== word.text) return { mark: 'changed', word, was: was.text, ...movedMs }
  if (start !== 0 || end !== 0) return { mark: 'retimed', word, ...movedMs }
  return { mark: isSameValue(formatOf(was), formatOf(word)) ? 'same' : 'formatted', word }
}

/** The fields of a word that people see, apart from its text and times. */
function formatOf({ tags, join, speaker, styleId, hidden, censored, decor }: Word) {
  return { tags, join, speaker, styleId, hidden, censored, decor }
}

function countCaptions(before: CaptionDocument, after: CaptionDocument): number {
  const known = new Map(cuesOf(before).map((cue) => [cue.id, cue]))
  const changed = cuesOf(after).filter((cue) => known.get(cue.id) !== cue && !isSameValue(known.get(cue.id), cue))
  const kept = cuesOf(after).filter(({ id }) => known.has(id)).length
  return changed.length + known.size - kept
}

const PART_NAMES = {
  speakers: 'speakers',
  cuts: 'cuts',
  markers: 'markers',
  glossary: 'glossary',
  setAside: 'texts set aside',
  frames: 'frames',
  brandKit: 'brand kit',
  overlays: 'titles and logo',
  limits: 'reading limits',
  waivers: 'waived checks',
} as const satisfies Record<(typeof PART_LISTS)[number] | (typeof PART_VALUES)[number], string>

function changedParts(before: CaptionDocument, after: CaptionDocument): string[] {
  const partOf = (doc: CaptionDocument, name: keyof typeof PART_NAMES) =>
    name === 'limits' || name === 'waivers' ? doc.qc[name] : doc[name]
  const isLookSame = isSameValue([before.template, before.styles], [after.template, after.styles])
  return [
    ...(isLookSame ? [] : ['look']),
    ...(before.qc.profile === after.qc.profile ? [] : ['line rules']),
    ...(isSameValue(translationsOf(before), translationsOf(after)) ? [] : ['translations']),
    ...[...PART_LISTS, ...PART_VALUES]
      .filter((name) => !isSameValue(partOf(before, name), partOf(after, name)))
      .map((name) => PART_NAMES[name]),
  ]
}

/** Groups differing words that are close together. */
function differencesIn(words: readonly ComparedWord[]): Difference[] {
  const differences: Difference[] = []
  let at = 0
  while (at < words.length) {
    if (words[at]?.mark === 'same') {
      at += 1
      continue
    }
    const end = endOfDifference(words, at)
    const shown = words.slice(Math.max(0, at - AROUND), Math.min(words.length, end + AROUND))
    differences.push({ id: words[at]?.word.id ?? '', words: shown })
    at = end
  }
  return differences
}

/** The index after the last word of a difference that starts at `from`. */
function endOfDifference(words: readonly ComparedWord[], from: number): number {
  let last = from
  for (let at = from; at < words.length && at - from < MOST_WORDS; at++) {
    if (words[at]?.mark !== 'same') last = at
    else if (at - last > 2 * AROUND) break
  }
  return last + 1
}
