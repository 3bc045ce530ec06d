import type { ChangedRange } from '#platform/shared/changed-range.ts'
import type { Caption, CaptionTrack, CaptionWord } from '../caption.ts'
import { facesFor, type FontFace, type LetterFont } from './fonts.ts'
import { type OwnFontFile, ownFontOf } from './own-fonts.ts'

/** The characters of captions, in every letter case they may be drawn in, with the number of captions that use each. */
type Characters = {
  readonly counts: ReadonlyMap<string, number>
  /** All of them once, in the order of their code points. */
  readonly text: string
  /** Font files for them, by type family and weight. */
  readonly faces: Map<string, readonly FontFace[]>
}

const charactersOf = new WeakMap<readonly Caption[], Characters>()
const charactersOfWords = new WeakMap<readonly CaptionWord[], readonly string[]>()
const knownFaces = new Map<string, readonly FontFace[]>()

/**
 * The font files that captions need for one type family and weight; see `facesFor`. The list is the same object for
 * captions of the same characters.
 */
export function facesOf(
  track: CaptionTrack,
  letters: LetterFont,
  ownFonts: readonly OwnFontFile[],
): readonly FontFace[] {
  const characters = charactersIn(track.captions)
  const { family, weight, style = 'normal' } = letters
  const own = ownFontOf(family, ownFonts)
  const font = `${family} ${weight} ${style} ${track.language} ${own?.source ?? ''}`
  const faces = characters.faces.get(font) ?? sharedList(facesFor(characters.text, letters, track.language, own))
  characters.faces.set(font, faces)
  return faces
}

/** Gives restyled captions the character counts of the same captions before: a style changes no words. */
export function shareCharacters(before: readonly Caption[], after: readonly Caption[]): void {
  const known = charactersOf.get(before)
  if (known !== undefined) charactersOf.set(after, known)
}

/**
 * Shares character counts between captions before and after an edit: only the changed captions are counted again.
 * @param range where their words differ
 */
export function inheritCharacters(
  before: readonly Caption[],
  after: readonly Caption[],
  { start, endBefore, endAfter }: ChangedRange,
): void {
  const known = charactersOf.get(before)
  if (known === undefined) return
  if (start === endBefore && start === endAfter) return void charactersOf.set(after, known)
  const counts = new Map(known.counts)
  for (const caption of after.slice(start, endAfter)) add(counts, caption, 1)
  for (const caption of before.slice(start, endBefore)) add(counts, caption, -1)
  const isSame =
    counts.size === known.counts.size && [...counts.keys()].every((character) => known.counts.has(character))
  charactersOf.set(after, isSame ? { ...known, counts } : withText(counts))
}

function charactersIn(captions: readonly Caption[]): Characters {
  const known = charactersOf.get(captions)
  if (known !== undefined) return known
  const counts = new Map<string, number>()
  for (const caption of captions) add(counts, caption, 1)
  const characters = withText(counts)
  charactersOf.set(captions, characters)
  return characters
}

function add(counts: Map<string, number>, { words }: Caption, by: 1 | -1): void {
  for (const character of charactersInWords(words)) {
    const count = (counts.get(character) ?? 0) + by
    if (count === 0) counts.delete(character)
    else counts.set(character, count)
  }
}

/** A template may ask for capitals. */
function charactersInWords(words: readonly CaptionWord[]): readonly string[] {
  const known = charactersOfWords.get(words)
  if (known !== undefined) return known
  const text = words.map((word) => word.text).join('')
  const characters = [...new Set(text + text.toUpperCase() + text.toLowerCase())]
  charactersOfWords.set(words, characters)
  return characters
}

function withText(counts: ReadonlyMap<string, number>): Characters {
  return { counts, text: [...counts.keys()].toSorted().join(''), faces: new Map() }
}

function sharedList(faces: readonly FontFace[]): readonly FontFace[] {
  const key = faces.map(({ family, source = '' }) => family + source).join(' ')
  const known = knownFaces.get(key) ?? faces
  knownFaces.set(key, known)
  return known
}
