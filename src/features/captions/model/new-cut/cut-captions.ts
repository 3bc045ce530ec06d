import { boundariesOf } from '../breaks/boundaries.ts'
import { type CaptionDocument, type Cue, cuesOf, type Word } from '../document.ts'
import { breakLines } from '../breaks/line-breaks.ts'
import { phrasesOf } from '../phrases/phrases-of.ts'
import { PROFILES } from '../breaks/profiles.ts'
import { segmentWords } from '../breaks/segment.ts'
import { wordIndex } from '../timing/spans.ts'
import type { CutWord } from './match-words.ts'

/** Fewer words than this between two captions join one of them. */
const FEW_WORDS = 3

/** Words of the new cut, from `start` up to `end`, exclusive, with the caption that they had together. */
type Stretch = { start: number; readonly end: number; readonly cue: Cue | undefined }

/**
 * The captions over the words of a new cut. One whose words are still said together stays, at its new times; the words
 * between those captions are cut by the profile, in the style and place that the first of them had.
 */
export function cutCaptions(earlier: CaptionDocument, words: readonly Word[], items: readonly CutWord[]): Cue[] {
  const taken = new Set(cuesOf(earlier).map(({ id }) => id))
  let number = taken.size
  const newId = () => {
    do number += 1
    while (taken.has(`c${number}`))
    return `c${number}`
  }
  const stretches = withoutFragments(stretchesOf(earlier, items))
  const homes = homesOf(earlier)
  return stretches.flatMap(({ start, end, cue }) => {
    const own = words.slice(start, end)
    if (cue !== undefined) return [moveCue(earlier, cue, own)]
    const places = new Map(own.map(({ id }, at) => [id, at]))
    return segmentWords(own, PROFILES[earlier.qc.profile], earlier.lang).map((fresh) => {
      const inCue = own.slice(places.get(fresh.from), (places.get(fresh.to) ?? 0) + 1)
      return { ...fresh, id: newId(), ...lookOf(inCue, homes) }
    })
  })
}

/** The stretches of words whose caption is whole, and of those between them. */
function stretchesOf(earlier: CaptionDocument, items: readonly CutWord[]): Stretch[] {
  const starts = new Map(cuesOf(earlier).map((cue) => [wordIndex(earlier, cue.from), cue]))
  const stretches: Stretch[] = []
  let loose = 0
  for (let at = 0; at < items.length;) {
    const cue = starts.get(placeOf(items[at]))
    const length = cue === undefined ? 0 : wordIndex(earlier, cue.to) - wordIndex(earlier, cue.from) + 1
    const isWhole = length > 0 && isTogether(items, at, length)
    if (!isWhole) {
      at += 1
      continue
    }
    if (loose < at) stretches.push({ start: loose, end: at, cue: undefined })
    stretches.push({ start: at, end: at + length, cue })
    at += length
    loose = at
  }
  if (loose < items.length) stretches.push({ start: loose, end: items.length, cue: undefined })
  return stretches
}

function placeOf(item: CutWord | undefined): number {
  return item === undefined || item.kind === 'new' ? -1 : item.before
}

function isTogether(items: readonly CutWord[], at: number, length: number): boolean {
  const first = placeOf(items[at])
  for (let offset = 1; offset < length; offset++) if (placeOf(items[at + offset]) !== first + offset) return false
  return true
}

/** Joins the few words between two captions with the caption before or after them, unless that was set by hand. */
function withoutFragments(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = []
  for (const [at, stretch] of stretches.entries()) {
    const last = joined.at(-1)
    if (last !== undefined && last.end > stretch.start) continue
    const isFew = stretch.cue === undefined && stretch.end - stretch.start < FEW_WORDS
    const next = stretches[at + 1]
    if (isFew && last !== undefined && isPlain(last.cue)) {
      joined.splice(-1, 1, { start: last.start, end: stretch.end, cue: undefined })
    } else if (isFew && next !== undefined && isPlain(next.cue)) {
      joined.push({ start: stretch.start, end: next.end, cue: undefined })
    } else joined.push(stretch)
  }
  return joined
}

function isPlain(cue: Cue | undefined): boolean {
  if (cue === undefined) return true
  const { locked, t0, t1, place, framePlaces, styleId } = cue
  return locked !== true && [t0, t1, place, framePlaces, styleId].every((set) => set === undefined)
}

/** A whole caption at the times of its words; times set by hand move with its first and last word. */
function moveCue(earlier: CaptionDocument, { t0, t1, ...cue }: Cue, own: readonly Word[]): Cue {
  const [first, last] = [own[0], own.at(-1)]
  const [wasFirst, wasLast] = [earlier.words[wordIndex(earlier, cue.from)], earlier.words[wordIndex(earlier, cue.to)]]
  if (!first || !last || !wasFirst || !wasLast) return cue
  const start = t0 === undefined ? undefined : Math.max(0, t0 + first.t0 - wasFirst.t0)
  const end = t1 === undefined ? undefined : t1 + last.t1 - wasLast.t1
  if (end !== undefined && end <= (start ?? 0)) return cue
  const breaks = cue.locked === true ? cue.breaks : linesOf(earlier, own)
  return { ...cue, breaks, ...(start !== undefined && { t0: start }), ...(end !== undefined && { t1: end }) }
}

function linesOf({ lang, qc }: CaptionDocument, words: readonly Word[]): string[] {
  const shown = words.filter(({ hidden }) => hidden !== true)
  return breakLines(shown, PROFILES[qc.profile], boundariesOf(shown, phrasesOf(lang)).costs)
}

function homesOf(earlier: CaptionDocument): ReadonlyMap<string, Cue> {
  const homes = new Map<string, Cue>()
  for (const cue of cuesOf(earlier))
    for (let at = wordIndex(earlier, cue.from); at <= wordIndex(earlier, cue.to); at++)
      homes.set(earlier.words[at]?.id ?? '', cue)
  return homes
}

/** The style and place of the caption that the first kept word had. */
function lookOf(
  words: readonly Word[],
  homes: ReadonlyMap<string, Cue>,
): Pick<Cue, 'styleId' | 'place' | 'framePlaces'> {
  const kept = words.find(({ id }) => homes.has(id))
  const { styleId, place, framePlaces } = homes.get(kept?.id ?? '') ?? {}
  return { ...(styleId && { styleId }), ...(place && { place }), ...(framePlaces && { framePlaces }) }
}
