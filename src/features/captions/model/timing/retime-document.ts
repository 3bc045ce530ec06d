import type { CaptionDocument, Cue, Word } from '../document.ts'
import type { Overlays } from '../document/overlay.ts'
import type { PART_LISTS } from '../edits/edit-parts.ts'
import { wordIndex } from './spans.ts'

/** Median distance of aligned words from the times of a file up to which the file was made for this sound, in ms. */
const SAME_SOUND_MS = 150

/**
 * The captions of a video from an imported document. Everything in the document stays, except pictures and the brand
 * kit, which belong to an account. If the document was made for this sound, its times stay too; otherwise its words get
 * the times of the alignment, and caption times set by hand move with them.
 * @param aligned new captions of the video, with the words of the document timed to its sound; a different text replaces
 *   the words and captions of the document
 */
export function retimeDocument(imported: CaptionDocument, aligned: CaptionDocument): CaptionDocument {
  const { id, rev, media } = aligned
  const doc = withoutAssets(withinVideo({ ...imported, id, rev, media }, imported.media.durMs))
  const found = findTimes(imported.words, aligned.words)
  if (found === undefined) return { ...withoutPlaces(doc), words: aligned.words, tracks: aligned.tracks }
  if (isSameSound(imported, found, media.durMs)) return doc
  const words = doc.words.map((word, at) => ({ ...word, ...found[at] }))
  const [main, ...translations] = doc.tracks
  const cues = main.cues.map((cue) => moveCue(cue, imported, words))
  return { ...doc, words, tracks: [{ ...main, cues }, ...translations] }
}

/** With other words, what is said otherwise than in a script has no words in its place. */
function withoutPlaces({ setAside = [], ...doc }: CaptionDocument): CaptionDocument {
  return {
    ...doc,
    ...listOf(
      'setAside',
      setAside.map(({ insteadOf, ...text }) => ({
        ...text,
        ...(insteadOf && { insteadOf: { ...insteadOf, words: [] } }),
      })),
    ),
  }
}

type Times = Pick<Word, 't0' | 't1' | 'timing'>

/**
 * The times of words in an alignment of the same text. Words may be divided differently, as in scripts without spaces:
 * a time inside an aligned word is proportional to its letters.
 * @returns undefined when the texts differ
 */
function findTimes(words: readonly Word[], aligned: readonly Word[]): Times[] | undefined {
  if (joinLetters(words) !== joinLetters(aligned)) return undefined
  const timeAt = createClock(aligned)
  let place = 0
  let free = 0
  return words.map((word) => {
    const start = timeAt(place, 'start')
    place += lengthOf(word)
    const t0 = Math.max(start.t, free)
    free = Math.max(timeAt(place, 'end').t, t0 + 1)
    return { t0, t1: free, timing: start.timing }
  })
}

/**
 * Reads times at places in the letters of words, in rising order. Between two words, `end` is the end of the first and
 * `start` the start of the second.
 */
function createClock(words: readonly Word[]) {
  let at = 0
  let first = 0
  return (place: number, edge: 'start' | 'end'): { t: number; timing: Word['timing'] } => {
    const isPast = (end: number) => (edge === 'start' ? end <= place : end < place)
    while (at < words.length - 1 && isPast(first + lengthOf(words[at]))) {
      first += lengthOf(words[at])
      at += 1
    }
    const { t0, t1, timing } = words[at] ?? { t0: 0, t1: 0, timing: 'interpolated' as const }
    const share = Math.min(1, (place - first) / Math.max(1, lengthOf(words[at])))
    return { t: Math.round(t0 + (t1 - t0) * share), timing }
  }
}

function lengthOf(word: Word | undefined): number {
  return word === undefined ? 0 : lettersOf(word.text).length
}

function joinLetters(words: readonly Word[]): string {
  return words.map(({ text }) => lettersOf(text)).join('')
}

/** Without zero-width spaces, at which the aligner divides words. */
function lettersOf(text: string): string {
  return text.replaceAll('\u200B', '')
}

/** Whether words were found where the document has them. Words that were not found prove nothing. */
function isSameSound({ words, media }: CaptionDocument, found: readonly Times[], durMs: number): boolean {
  if (durMs < media.durMs && (words.at(-1)?.t1 ?? 0) > durMs) return false
  const distances = found.flatMap(({ t0, timing }, at) =>
    timing === 'aligned' ? [Math.abs(t0 - (words[at]?.t0 ?? 0))] : [],
  )
  const median = distances.toSorted((a, b) => a - b)[distances.length >> 1] ?? 0
  return median <= SAME_SOUND_MS
}

/** Moves the times of a caption that were set by hand as far as its first and last word moved. */
function moveCue(cue: Cue, before: CaptionDocument, after: readonly Word[]): Cue {
  const { t0, t1, ...rest } = cue
  const start = t0 === undefined ? undefined : Math.max(0, t0 + shiftOf(cue.from, before, after, 't0'))
  const end = t1 === undefined ? undefined : t1 + shiftOf(cue.to, before, after, 't1')
  if (start !== undefined && end !== undefined && end <= start) return rest
  return { ...rest, ...(start !== undefined && { t0: start }), ...(end !== undefined && end > 0 && { t1: end }) }
}

function shiftOf(wordId: string, before: CaptionDocument, after: readonly Word[], edge: 't0' | 't1'): number {
  const at = wordIndex(before, wordId)
  return (after[at]?.[edge] ?? 0) - (before.words[at]?.[edge] ?? 0)
}

/** Without what lies after the end of a shorter video. @param durMs duration of the video that it was made for */
export function withinVideo(doc: CaptionDocument, durMs: number): CaptionDocument {
  const end = doc.media.durMs
  if (end >= durMs) return doc
  const { cuts = [], markers = [], setAside = [], frames = [], overlays = {}, ...rest } = doc
  const { title, ...others } = overlays
  const clip = <Timed extends { t0: number; t1: number }>(timed: Timed) => ({ ...timed, t1: Math.min(timed.t1, end) })
  return {
    ...rest,
    ...listOf('cuts', cuts.filter(({ t0 }) => t0 < end).map(clip)),
    ...listOf(
      'markers',
      markers.filter(({ t }) => t <= end),
    ),
    ...listOf(
      'setAside',
      setAside.map((text) => ({ ...text, t: Math.min(text.t, end) })),
    ),
    ...listOf(
      'frames',
      frames.map((frame) => ({ ...frame, crops: frame.crops.filter(({ t0 }) => t0 < end) })),
    ),
    ...overlaysOf({
      ...others,
      ...(title === null && { title }),
      ...(title && title.t0 < end && { title: clip(title) }),
    }),
  }
}

/** Without pictures and the brand kit: they are stored with an account, and a file may name those of any account. */
function withoutAssets(imported: CaptionDocument): CaptionDocument {
  const { brandKit: _, overlays = {}, ...doc } = imported
  const { logo, closing, ...others } = overlays
  return {
    ...doc,
    words: doc.words.map(withoutPictures),
    ...overlaysOf({
      ...others,
      ...(logo === null && { logo }),
      ...(closing !== undefined && { closing: closing && withoutPicture(closing) }),
    }),
  }
}

function withoutPicture(closing: NonNullable<Overlays['closing']>) {
  const { assetId: _, ...card } = closing
  return card
}

function withoutPictures(word: Word): Word {
  if (word.decor?.some(({ kind }) => kind === 'image') !== true) return word
  const { decor, ...rest } = word
  const drawn = decor.filter(({ kind }) => kind !== 'image')
  return drawn.length === 0 ? rest : { ...rest, decor: drawn }
}

/** The part of a document with these overlays; nothing without any. */
function overlaysOf(overlays: Overlays): { overlays?: Overlays } {
  return Object.keys(overlays).length === 0 ? {} : { overlays }
}

/** The part of a document with this list; nothing for an empty one. */
function listOf<Name extends (typeof PART_LISTS)[number]>(name: Name, items: CaptionDocument[Name]) {
  return items === undefined || items.length === 0 ? {} : { [name]: items }
}
