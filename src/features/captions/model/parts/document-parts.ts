import { AppError } from '#platform/shared/errors.ts'
import { type CaptionDocument, type Cue, cuesOf, type Word, withCues } from '../document.ts'
import { wordIndex } from '../timing/spans.ts'

/** Captions in the first part: more than a screen shows, and quick to load. */
const FIRST_CUES = 60
/** Captions in each later part, which take about a millisecond to write. */
const CUES_A_PART = 400

/** The first captions as a document of their own, and the counts of the whole document. */
export type DocumentStart = { readonly document: CaptionDocument; readonly words: number; readonly cues: number }

/** The words and cues that follow the start or the part before. */
export type DocumentPart = { readonly words: readonly Word[]; readonly cues: readonly Cue[] }

/** The first captions of a document, with their words. */
export function startOfDocument(doc: CaptionDocument): DocumentStart {
  const { words, cues } = partOf(doc, 0, FIRST_CUES)
  const document = withCues({ ...doc, words: [...words] }, [...cues])
  return { document, words: doc.words.length, cues: cuesOf(doc).length }
}

/** The captions after the start, in parts; none if the start holds all. */
export function* partsOfDocument(doc: CaptionDocument): Generator<DocumentPart> {
  for (let at = FIRST_CUES; at < cuesOf(doc).length; at += CUES_A_PART) yield partOf(doc, at, at + CUES_A_PART)
}

/**
 * Joins the parts of a document.
 * @throws AppError `unavailable` when parts are missing, as after a lost connection
 */
export function joinDocument(
  { document, words, cues }: DocumentStart,
  parts: readonly DocumentPart[],
): CaptionDocument {
  const whole = withCues({ ...document, words: [...document.words, ...parts.flatMap((part) => part.words)] }, [
    ...cuesOf(document),
    ...parts.flatMap((part) => part.cues),
  ])
  if (whole.words.length !== words || cuesOf(whole).length !== cues)
    throw new AppError('unavailable', 'The captions did not arrive in full. Check your connection and try again.')
  return whole
}

function partOf(doc: CaptionDocument, from: number, to: number): DocumentPart {
  const cues = cuesOf(doc).slice(from, to)
  const [first, last] = [cues[0], cues.at(-1)]
  if (first === undefined || last === undefined) return { words: [], cues }
  return { words: doc.words.slice(wordIndex(doc, first.from), wordIndex(doc, last.to) + 1), cues }
}
