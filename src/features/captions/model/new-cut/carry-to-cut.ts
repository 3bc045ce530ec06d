import { type CaptionDocument, type Cue, cuesOf, type TranslationTrack, type Word } from '../document.ts'
import { MOST_PARTS } from '../document/limits.ts'
import type { SetAside } from '../document/parts.ts'
import { withinVideo } from '../timing/retime-document.ts'
import { textOf, wordIndex } from '../timing/spans.ts'
import { joinBetween } from '../breaks/text-width.ts'
import { translationsOf } from '../translations.ts'
import { cutCaptions } from './cut-captions.ts'
import { type CutMatch, type CutWord, matchWords } from './match-words.ts'

/** The captions of an earlier cut of a video, over the words of a new one. */
export type NewCut = {
  /** The captions with everything that could be carried over. */
  readonly doc: CaptionDocument
  /** The recognised captions of the new cut, whose words have the ids that they have in `doc`. */
  readonly plain: CaptionDocument
  readonly keptWords: number
  readonly newWords: number
  /** The words of the earlier cut that are no longer said, whose text `doc.setAside` holds. */
  readonly lost: readonly LostWord[]
}

/** A lost word and the word that is nearest to its place now; null if no word is left. */
export type LostWord = readonly [wordId: string, neighbourId: string | null]

/** Letters of one text set aside. */
const LONGEST_TEXT = 2_000

/**
 * Carries the captions of an earlier cut over to the words that were recognised in a new one. Words that are still said
 * keep everything but their times, captions whose words stay together stay as they are, and lost words are set aside.
 * Cuts of the earlier video do not apply to the new one.
 * @param earlier valid captions of the earlier cut
 * @param fresh captions of the new cut, as `createDocument` makes them
 */
export function carryToCut(earlier: CaptionDocument, fresh: CaptionDocument): NewCut {
  const match = matchWords(earlier.words, fresh.words)
  const { words, freshIds } = carryWords(earlier, fresh, match)
  const clock = createClock(earlier, words)
  const { cuts: _, ...parts } = withinVideo({ ...earlier, media: fresh.media }, earlier.media.durMs)
  const setAside = [...moveMoments(earlier.setAside, clock), ...setLostAside(earlier, match, clock)]
  const markers = moveMoments(parts.markers, clock)
  const doc: CaptionDocument = {
    ...parts,
    id: fresh.id,
    rev: fresh.rev,
    media: fresh.media,
    lang: fresh.lang,
    provenance: fresh.provenance,
    words,
    tracks: [
      { ...fresh.tracks[0], cues: cutCaptions(earlier, words, match.words) },
      ...translationsOf(earlier).map((track) => carryTranslation(earlier, track, words)),
    ],
    ...(markers.length > 0 && { markers }),
    ...(setAside.length > 0 && { setAside: inOrder(setAside).slice(0, MOST_PARTS.setAside) }),
  }
  return {
    doc,
    plain: renameWords(fresh, freshIds),
    keptWords: match.words.filter(({ kind }) => kind !== 'new').length,
    newWords: match.words.filter(({ kind }) => kind === 'new').length,
    lost: lostWords(earlier, words, match.lost),
  }
}

/** Each lost word with the kept one before it; at the start, with the first word of the new cut. */
function lostWords(earlier: CaptionDocument, words: readonly Word[], lost: readonly number[]): LostWord[] {
  const places = new Set(lost)
  let neighbour = words[0]?.id ?? null
  return earlier.words.flatMap(({ id }, at): LostWord[] => {
    if (places.has(at)) return [[id, neighbour]]
    neighbour = id
    return []
  })
}

/** The words of the new cut, and the id in them of each recognised word. */
function carryWords(earlier: CaptionDocument, fresh: CaptionDocument, match: CutMatch) {
  const newId = idsAfter(earlier.words)
  const freshIds = new Map<string, string>()
  const words: Word[] = []
  let last: CutWord | undefined
  for (const item of match.words) {
    const word = wordOf(item, earlier, fresh)
    if (word === undefined) continue
    const heard = item.kind === 'held' ? undefined : fresh.words[item.after]
    const id = item.kind === 'new' ? newId() : word.id
    if (heard !== undefined) freshIds.set(heard.id, id)
    const follows = item.kind !== 'new' && last !== undefined && last.kind !== 'new' && last.before === item.before - 1
    const join = follows ? word.join : joinBetween(words.at(-1)?.text, word.text)
    words.push({ ...word, id, join })
    last = item
  }
  for (const { id } of fresh.words) if (!freshIds.has(id)) freshIds.set(id, newId())
  return { words: settleTimes(words, earlier, match), freshIds }
}

function wordOf(item: CutWord, earlier: CaptionDocument, fresh: CaptionDocument): Word | undefined {
  if (item.kind === 'new') return fresh.words[item.after]
  const word = earlier.words[item.before]
  if (word === undefined) return undefined
  if (item.kind === 'held') return { ...word, t0: item.t0, t1: item.t1, timing: 'interpolated' }
  const { t0, t1, timing } = fresh.words[item.after] ?? word
  return { ...word, t0, t1: item.t1 ?? t1, timing }
}

/**
 * Words whose times were set by hand keep their length and place beside the recognised word before or after them in the
 * same stretch; nothing overlaps.
 */
function settleTimes(words: readonly Word[], earlier: CaptionDocument, { words: items }: CutMatch): Word[] {
  const settled: Word[] = []
  for (const [at, word] of words.entries()) {
    const item = items[at]
    const was = item === undefined || item.kind === 'new' ? undefined : earlier.words[item.before]
    const low = settled.at(-1)?.t1 ?? 0
    const high = words[at + 1]?.t0 ?? Number.POSITIVE_INFINITY
    const shift = was?.timing === 'manual' ? shiftBeside(at, words, earlier, items) : undefined
    if (was === undefined || shift === undefined || high - low < 2) {
      settled.push({ ...word, t0: Math.max(word.t0, low), t1: Math.max(word.t1, low + 1) })
      continue
    }
    const t0 = Math.min(Math.max(was.t0 + shift, low), high - 1)
    const t1 = Math.min(Math.max(was.t1 + shift, t0 + 1), high)
    settled.push({ ...word, t0, t1, timing: 'manual' })
  }
  return settled
}

/** How much later the recognised neighbour of a word starts; undefined without one in the same stretch. */
function shiftBeside(at: number, words: readonly Word[], earlier: CaptionDocument, items: readonly CutWord[]) {
  const item = items[at]
  if (item === undefined || item.kind === 'new') return undefined
  for (const step of [-1, 1, -2, 2, -3, 3]) {
    const other = items[at + step]
    if (other?.kind !== 'kept' || other.before !== item.before + step) continue
    const [was, is] = [earlier.words[other.before], words[at + step]]
    if (was !== undefined && is !== undefined && was.timing !== 'manual') return is.t0 - was.t0
  }
  return undefined
}

/** Moves times of the earlier cut: to the same place beside the last word before them that is still said. */
function createClock(earlier: CaptionDocument, words: readonly Word[]): (t: number) => number {
  const times = new Map(words.map((word) => [word.id, word.t0]))
  const known = earlier.words.flatMap(({ id, t0, t1 }) => {
    const now = times.get(id)
    return now === undefined ? [] : [{ t0, t1, now }]
  })
  return (t) => {
    const before = known[lastAtOrBefore(known, t)]
    if (before === undefined) return Math.min(t, known[0]?.now ?? t)
    return before.now + Math.min(t, before.t1) - before.t0
  }
}

/** The index of the last of ascending times at or before `t`; -1 without one. */
function lastAtOrBefore(times: readonly { readonly t0: number }[], t: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle]?.t0 ?? 0) <= t) low = middle + 1
    else high = middle
  }
  return low - 1
}

function moveMoments<Moment extends { readonly t: number }>(
  moments: readonly Moment[] | undefined,
  clock: (t: number) => number,
): Moment[] {
  return inOrder((moments ?? []).map((moment) => ({ ...moment, t: clock(moment.t) })))
}

function inOrder<Moment extends { readonly t: number }>(moments: readonly Moment[]): Moment[] {
  return moments.toSorted((a, b) => a.t - b.t)
}

/** The texts of lost words, each run of them as one text. Of very many, runs that follow each other share one. */
function setLostAside(earlier: CaptionDocument, { lost }: CutMatch, clock: (t: number) => number): SetAside[] {
  const newId = idsAfter(earlier.setAside ?? [], 's')
  const texts: { t: number; words: Word[]; last: number }[] = []
  const room = MOST_PARTS.setAside - (earlier.setAside?.length ?? 0)
  const runs = lost.filter((place, at) => place !== (lost[at - 1] ?? -2) + 1).length
  const mostApart = runs > room / 2 ? 40 : 1
  for (const place of lost) {
    const word = earlier.words[place]
    if (word === undefined) continue
    const open = texts.at(-1)
    const isNear = open !== undefined && place - open.last <= mostApart
    if (isNear && textOf([...open.words, word]).length <= LONGEST_TEXT) {
      open.words.push(word)
      open.last = place
    } else texts.push({ t: clock(word.t0), words: [word], last: place })
  }
  return texts.map(({ t, words }) => ({ id: newId(), t, text: textOf(words), why: 'not-in-cut' }))
}

/** A translation over the words that it still has together; one whose words are lost or torn apart is dropped. */
function carryTranslation(earlier: CaptionDocument, track: TranslationTrack, words: readonly Word[]): TranslationTrack {
  const places = new Map(words.map(({ id }, at) => [id, at]))
  const carried = track.cues.flatMap((cue) => {
    const own = earlier.words.slice(wordIndex(earlier, cue.from), wordIndex(earlier, cue.to) + 1)
    const kept = own.flatMap(({ id }) => places.get(id) ?? []).toSorted((a, b) => a - b)
    const [first, last] = [kept[0], kept.at(-1)]
    if (first === undefined || last === undefined || last - first !== kept.length - 1) return []
    return [{ first, cue: { ...cue, from: words[first]?.id ?? cue.from, to: words[last]?.id ?? cue.to } }]
  })
  return { ...track, cues: carried.toSorted((a, b) => a.first - b.first).map(({ cue }) => cue) }
}

function renameWords(doc: CaptionDocument, ids: ReadonlyMap<string, string>): CaptionDocument {
  const idOf = (id: string) => ids.get(id) ?? id
  const rename = (cue: Cue): Cue => ({
    ...cue,
    from: idOf(cue.from),
    to: idOf(cue.to),
    breaks: cue.breaks.map(idOf),
  })
  const [main, ...translations] = doc.tracks
  return {
    ...doc,
    words: doc.words.map((word) => ({ ...word, id: idOf(word.id) })),
    tracks: [{ ...main, cues: cuesOf(doc).map(rename) }, ...translations],
  }
}

/** Makes ids that no item of a list has. */
function idsAfter(items: readonly { readonly id: string }[], letter = 'w'): () => string {
  const taken = new Set(items.map(({ id }) => id))
  let number = items.length
  return () => {
    do number += 1
    while (taken.has(`${letter}${number}`))
    return `${letter}${number}`
  }
}
